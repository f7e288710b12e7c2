import { identifier, literal } from '../../quote.ts'
import { notRead } from '../table-files.ts'
import type { DeltaField, DeltaType } from './actions.ts'
import type { DeltaFile, DeltaPlan } from './plan.ts'

const TYPES: Record<string, string> = {
  string: 'VARCHAR',
  long: 'BIGINT',
  integer: 'INTEGER',
  short: 'SMALLINT',
  byte: 'TINYINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMPTZ',
  timestamp_ntz: 'TIMESTAMP',
  binary: 'BLOB',
}

/** Where the numbers of deleted rows lie, by the index of the plan's file; made by whoever opens the plan. */
export const DELETED = 'lake.deleted'

/** The query that gives the table's rows. Files of one partition are read together; a column a file lacks is null. `tableIndex` tells its deleted rows from other tables'. */
export function scanDelta(plan: DeltaPlan, located: Record<string, string>, tableIndex: number): string {
  const groups = new Map<string, { file: DeltaFile; index: number }[]>()
  for (const [index, file] of plan.files.entries()) {
    const key = file.vector ? `vector ${index}` : JSON.stringify(plan.partitionColumns.map((name) => file.partition[physicalName(plan, name)] ?? null))
    groups.set(key, [...(groups.get(key) ?? []), { file, index }])
  }
  const columns = plan.fields.map((field) => selected(plan, field))
  if (groups.size === 0) return `select ${plan.fields.map((field) => `null::${typeOf(field.type, false)} as ${identifier(field.name)}`).join(', ')} where false`
  return [...groups.values()].map((group) => scanGroup(plan, group, columns, located, tableIndex)).join('\nunion all by name\n')
}

type Selected = (partition: DeltaFile['partition']) => string

function scanGroup(
  plan: DeltaPlan,
  group: { file: DeltaFile; index: number }[],
  columns: Selected[],
  located: Record<string, string>,
  tableIndex: number,
): string {
  const [first] = group
  if (!first) return ''
  const paths = group.map(({ file }) => literal(located[file.path] ?? '')).join(', ')
  const stored = plan.fields.filter((field) => !plan.partitionColumns.includes(field.name))
  const shape = stored.map((field) => `null::${typeOf(field.type, plan.mapped)} as ${identifier(physical(plan, field))}`)
  const empty = shape.length > 0 ? `select ${shape.join(', ')} where false union all by name ` : ''
  const vector = first.file.vector ? ` where file_row_number not in (select row from ${DELETED} where source = ${tableIndex} and file = ${first.index})` : ''
  const options = `union_by_name = true, hive_partitioning = false${vector ? ', file_row_number = true' : ''}`
  const rows = `select * from read_parquet([${paths}], ${options})${vector}`
  return `select ${columns.map((column) => column(first.file.partition)).join(', ')} from (${empty}${rows})`
}

function selected(plan: DeltaPlan, field: DeltaField): Selected {
  const name = identifier(field.name)
  if (plan.partitionColumns.includes(field.name)) return (partition) => `${constant(partition[physical(plan, field)] ?? null, field.type)} as ${name}`
  const value = identifier(physical(plan, field))
  const renamed = plan.mapped && typeof field.type !== 'string' ? rename(value, field.type) : value
  return () => `cast(${renamed} as ${typeOf(field.type, false)}) as ${name}`
}

/** A log writes every partition's value as text, and none as an empty one. */
function constant(value: string | null, type: DeltaType): string {
  const wanted = typeOf(type, false)
  if (value === null || value === '') return `null::${wanted}`
  return wanted === 'BLOB' ? `encode(${literal(value)})` : `cast(${literal(value)} as ${wanted})`
}

function physical(plan: DeltaPlan, field: DeltaField): string {
  return plan.mapped ? physicalOf(field) : field.name
}

function physicalName(plan: DeltaPlan, name: string): string {
  const field = plan.fields.find((candidate) => candidate.name === name)
  return field ? physical(plan, field) : name
}

function physicalOf(field: DeltaField): string {
  const name = field.metadata?.['delta.columnMapping.physicalName']
  return typeof name === 'string' ? name : field.name
}

/** The engine's type; `mapped` writes the names inside as the files do. */
function typeOf(type: DeltaType, mapped: boolean): string {
  if (typeof type === 'string') {
    const decimal = /^decimal\((\d{1,2}),\s*(-?\d{1,2})\)$/.exec(type)
    const known = decimal ? `DECIMAL(${decimal[1]}, ${decimal[2]})` : Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
    if (known === undefined) throw notRead(`the Delta type "${type.slice(0, 60)}"`)
    return known
  }
  if (type.type === 'array') return `${typeOf(type.elementType, mapped)}[]`
  if (type.type === 'map') return `MAP(${typeOf(type.keyType, mapped)}, ${typeOf(type.valueType, mapped)})`
  if (type.type !== 'struct') throw notRead('a nested type unknown to Delta')
  return `STRUCT(${type.fields.map((field) => `${identifier(mapped ? physicalOf(field) : field.name)} ${typeOf(field.type, mapped)}`).join(', ')})`
}

/** The value with the names inside as the table has them. */
function rename(value: string, type: DeltaType, depth = 0): string {
  if (typeof type === 'string') return value
  const item = `item_${depth}`
  if (type.type === 'array') return `list_transform(${value}, lambda ${item}: ${rename(item, type.elementType, depth + 1)})`
  if (type.type === 'map') {
    const entry = `{'key': ${rename(`${item}.key`, type.keyType, depth + 1)}, 'value': ${rename(`${item}.value`, type.valueType, depth + 1)}}`
    return `map_from_entries(list_transform(map_entries(${value}), lambda ${item}: ${entry}))`
  }
  const members = type.fields.map(
    (field) => `${identifier(field.name)} := ${rename(`struct_extract(${value}, ${literal(physicalOf(field))})`, field.type, depth + 1)}`,
  )
  return `case when ${value} is null then null else struct_pack(${members.join(', ')}) end`
}
