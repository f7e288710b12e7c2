import type { ColumnType } from '#domain/semantics/sources/source.ts'

const TYPES: Record<string, ColumnType> = {
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  integer: 'integer',
  bigint: 'integer',
  year: 'integer',
  decimal: 'decimal',
  numeric: 'decimal',
  float: 'number',
  double: 'number',
  real: 'number',
  date: 'date',
  time: 'time',
  datetime: 'timestamp',
  timestamp: 'timestamp',
  json: 'json',
  binary: 'binary',
  varbinary: 'binary',
  tinyblob: 'binary',
  blob: 'binary',
  mediumblob: 'binary',
  longblob: 'binary',
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  enum: 'text',
  set: 'text',
  uuid: 'text',
  inet4: 'text',
  inet6: 'text',
}

/** The type of a column as `information_schema` words it: `tinyint(1)`, `bigint(20) unsigned`, `enum('a','b')`. */
export function columnTypeOf(declared: string): ColumnType {
  const words = declared.toLowerCase()
  if (/^(?:tinyint|bit)\(1\)(?! unsigned)/.test(words)) return 'boolean'
  const name = /^[a-z0-9]+/.exec(words)?.[0] ?? ''
  if (name === 'bit') return 'integer'
  return Object.hasOwn(TYPES, name) ? (TYPES[name] ?? 'other') : 'other'
}
