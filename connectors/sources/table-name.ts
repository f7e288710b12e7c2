import type { FileFormat } from '#domain/semantics/sources/source.ts'

const RESERVED = new Set(
  (
    'all analyse analyze and any array as asc both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for ' +
    'foreign from group having in initially intersect into join lambda lateral leading limit natural not null offset on only or order pivot pivot_longer pivot_wider placing primary ' +
    'qualify references returning select set show some summarize symmetric table then to trailing true union unique unpivot using values variadic when where window with'
  ).split(' '),
)
const EXTENSION = /(?<=.)\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|parquet|pq|xlsx|sqlite3?|db3?)$/i
const SYSTEM = /^(duckdb|pg|pragma|sqlite|information_schema)(_|$)/

/** The table an uploaded file becomes: `Orders 2024.csv` → `orders_2024`. Letters and digits of any script stay; never empty, reserved or a system name. */
export function tableNameOf(fileName: string): string {
  const stem = fileName.replace(/^.*[\\/]/, '').replace(EXTENSION, '')
  const words =
    stem
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const name = words.join('_').slice(0, 60).replace(/_+$/, '')
  if (name === '') return 'data'
  if (/^\p{N}/u.test(name) || SYSTEM.test(name)) return `t_${name}`
  return RESERVED.has(name) ? `${name}_data` : name
}

/** Names that differ even for an engine that ignores case: a repeated one gets `_2`, `_3` … in order. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name}_${n}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** Whether the file's own table names are kept (a database, a workbook) or its one table is named after the file. */
export function namesItsTables(format: FileFormat): boolean {
  return format === 'sqlite' || format === 'xlsx'
}
