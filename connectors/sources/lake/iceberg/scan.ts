import { identifier, literal } from '../../quote.ts'
import { notRead } from '../table-files.ts'
import type { IcebergField, IcebergType } from './metadata.ts'
import type { IcebergFile, IcebergPlan } from './plan.ts'

const TYPES: Record<string, string> = {
  boolean: 'BOOLEAN',
  int: 'INTEGER',
  long: 'BIGINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  string: 'VARCHAR',
  uuid: 'UUID',
  binary: 'BLOB',
}

/** The query that gives the table's rows. `fieldIds` tells which columns a file has; `located` where it lies. */
export function scanIceberg(plan: IcebergPlan, located: Record<string, string>, fieldIds: ReadonlyMap<string, ReadonlySet<number>>): string {
  const plain: IcebergFile[] = []
  const scans: string[] = []
  for (const file of plan.files) {
    const ids = fieldIds.get(file.path)
    if (!ids || ids.size === 0) throw notRead('files without field ids (a name mapping)')
    const constants = Object.keys(file.constants).filter((id) => !ids.has(Number(id)))
    if (constants.length === 0 && file.positionDeletes.length === 0 && file.equalityDeletes.length === 0) plain.push(file)
    else scans.push(scanFile(plan, file, constants, located))
  }
  const columns = plan.fields.map(({ name }) => identifier(name)).join(', ')
  if (plain.length > 0) {
    const paths = plain.map(({ path }) => literal(located[path] ?? '')).join(', ')
    scans.push(`select ${columns} from read_parquet([${paths}], schema = ${shape(plan.fields)}, hive_partitioning = false)`)
  }
  if (scans.length > 0) return scans.join('\nunion all by name\n')
  return `select ${plan.fields.map((field) => `null::${typeOf(field.type)} as ${identifier(field.name)}`).join(', ')} where false`
}

function scanFile(plan: IcebergPlan, file: IcebergFile, constants: string[], located: Record<string, string>): string {
  const columns = plan.fields.map(({ id, name }) => {
    const constant = constants.includes(String(id)) ? file.constants[id] : undefined
    if (!constant) return `t.${identifier(name)}`
    const value = constant.value
    const written = value === null ? 'null' : typeof value === 'string' ? literal(value) : String(value)
    // A date's partition value is its number of days.
    const typed = constant.type === 'date' && typeof value === 'number' ? `date '1970-01-01' + ${written}` : `cast(${written} as ${typeOf(constant.type)})`
    return `${typed} as ${identifier(name)}`
  })
  const kept = [
    ...file.positionDeletes.map(
      (path) => `file_row_number not in (select pos from read_parquet(${literal(located[path] ?? '')}) where file_path = ${literal(file.named)})`,
    ),
    ...file.equalityDeletes.map((path) => equalityDelete(plan, path, located)),
  ]
  const where = kept.length > 0 ? ` where ${kept.join(' and ')}` : ''
  return `select ${columns.join(', ')} from read_parquet(${literal(located[file.path] ?? '')}, schema = ${shape(plan.fields)}, file_row_number = true, hive_partitioning = false) t${where}`
}

function equalityDelete(plan: IcebergPlan, path: string, located: Record<string, string>): string {
  const ids = plan.deletes.find((candidate) => candidate.path === path)?.fieldIds ?? []
  const fields = plan.fields.filter(({ id }) => ids.includes(id))
  const same = fields.map(({ name }) => `e.${identifier(name)} is not distinct from t.${identifier(name)}`).join(' and ')
  return `not exists (select 1 from read_parquet(${literal(located[path] ?? '')}, schema = ${shape(fields)}) e where ${same})`
}

/** Columns by their ids, so that a renamed one keeps its values and a new one is null in old files. */
function shape(fields: IcebergField[]): string {
  return `MAP {${fields.map(({ id, name, type }) => `${id}: {name: ${literal(name)}, type: ${literal(typeOf(type))}, default_value: NULL}`).join(', ')}}`
}

function typeOf(type: IcebergType): string {
  if (typeof type === 'string') {
    const decimal = /^decimal\((\d{1,2}),\s*(\d{1,2})\)$/.exec(type)
    const known = decimal
      ? `DECIMAL(${decimal[1]}, ${decimal[2]})`
      : /^fixed\[\d+\]$/.test(type)
        ? 'BLOB'
        : Object.hasOwn(TYPES, type)
          ? TYPES[type]
          : undefined
    if (known === undefined) throw notRead(`the Iceberg type "${type.slice(0, 60)}"`)
    return known
  }
  if (type.type === 'list') return `${typeOf(type.element)}[]`
  if (type.type === 'map') return `MAP(${typeOf(type.key)}, ${typeOf(type.value)})`
  if (type.type !== 'struct') throw notRead('a nested type unknown to Iceberg')
  return `STRUCT(${type.fields.map((field) => `${identifier(field.name)} ${typeOf(field.type)}`).join(', ')})`
}
