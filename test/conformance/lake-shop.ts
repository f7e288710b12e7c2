import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, runInDuckDb, writeAvro } from '../fixtures/lake-tables.ts'
import { shopStatements } from './shop.ts'

type Field = { name: string; type: string; required?: boolean; comment?: string }

const field = (name: string, type: string, more: Partial<Field> = {}): Field => ({ name, type, ...more })
const KEY = { required: true }

/** The tables of the shop as a lake declares them, by Iceberg's names of types. */
const TABLES: Record<string, Field[]> = {
  customers: [
    field('id', 'int', KEY),
    field('name', 'string', KEY),
    field('city', 'string', { comment: 'where the customer lives' }),
    field('joined', 'date'),
    field('active', 'boolean'),
  ],
  orders: [
    field('id', 'int', KEY),
    field('customer_id', 'int', KEY),
    field('placed_at', 'timestamp'),
    field('amount', 'decimal(10, 2)'),
    field('note', 'string'),
    field('big', 'long'),
    field('raw', 'binary'),
  ],
  'Größe & Maß': [field('Spalte eins', 'string'), field('select', 'int')],
  empty_table: [field('a', 'int'), field('b', 'string')],
  codes: [field('code', 'string', KEY), field('label', 'string')],
}
/** What a table's file or folder is called: s3rver lists `&` escaped twice. */
const fileOf = (table: string) => table.replace(' & ', ' ')
const FOLDERS = Object.keys(TABLES).map(fileOf)
const ROWS: Record<string, number> = { customers: 3, orders: 3, 'Größe & Maß': 2, empty_table: 0, codes: 2 }

const DELTA_TYPES: Record<string, string> = { int: 'integer', timestamp: 'timestamp_ntz', 'decimal(10, 2)': 'decimal(10,2)' }

/** Writes each table of the shop as one Parquet file, where `pathOf` says. */
export async function writeShopParquet(pathOf: (file: string) => string, hasIds = false): Promise<void> {
  const copies = Object.entries(TABLES).map(([name, fields]) => {
    const ids = fields.map((one, index) => `"${one.name}": ${index + 1}`).join(', ')
    return `copy (select * from "${name}") to '${pathOf(fileOf(name))}' (format parquet${hasIds ? `, field_ids {${ids}}` : ''})`
  })
  await runInDuckDb([...shopStatements('duckdb'), ...copies])
}

/** The shop as Delta tables of one commit each, in folders below `root`. */
export async function makeDeltaShop(root: string): Promise<void> {
  for (const name of FOLDERS) mkdirSync(join(root, name, '_delta_log'), { recursive: true })
  await writeShopParquet((name) => join(root, name, 'part-0.parquet'))
  for (const [table, fields] of Object.entries(TABLES)) {
    const name = fileOf(table)
    const schema = fields.map((one) => ({
      name: one.name,
      type: DELTA_TYPES[one.type] ?? one.type,
      nullable: !one.required,
      metadata: one.comment ? { comment: one.comment } : {},
    }))
    const features = ['timestampNtz']
    commit(join(root, name), 0, [
      { protocol: { minReaderVersion: 3, minWriterVersion: 7, readerFeatures: features, writerFeatures: features } },
      {
        metaData: {
          id: name,
          format: { provider: 'parquet' },
          schemaString: JSON.stringify({ type: 'struct', fields: schema }),
          partitionColumns: [],
          configuration: {},
        },
      },
      {
        add: {
          path: 'part-0.parquet',
          partitionValues: {},
          size: statSync(join(root, name, 'part-0.parquet')).size,
          dataChange: true,
          stats: JSON.stringify({ numRecords: ROWS[table] }),
        },
      },
    ])
  }
}

/** The shop as Iceberg tables of one snapshot each, in folders below `root`. */
export async function makeIcebergShop(root: string): Promise<void> {
  for (const name of FOLDERS) for (const folder of ['data', 'metadata']) mkdirSync(join(root, name, folder), { recursive: true })
  await writeShopParquet((name) => join(root, name, 'data/a.parquet'), true)
  for (const [table, fields] of Object.entries(TABLES)) {
    const name = fileOf(table)
    const location = `s3://elsewhere/${name}`
    const at = (path: string) => join(root, name, path)
    const size = (path: string) => BigInt(statSync(at(path)).size)
    const data = {
      content: 0,
      file_path: `${location}/data/a.parquet`,
      file_format: 'PARQUET',
      record_count: BigInt(ROWS[table] ?? 0),
      file_size_in_bytes: size('data/a.parquet'),
      equality_ids: null,
    }
    writeAvro(at('metadata/data.avro'), 'manifest_entry', [{ status: 1, sequence_number: 1n, data_file: data }])
    const manifest = {
      manifest_path: `${location}/metadata/data.avro`,
      manifest_length: size('metadata/data.avro'),
      partition_spec_id: 0,
      content: 0,
      sequence_number: 1n,
    }
    writeAvro(at('metadata/snap.avro'), 'manifest_file', [manifest])
    const schema = fields.map(({ name, type, required = false, comment }, index) => ({
      id: index + 1,
      name,
      type,
      required,
      ...(comment === undefined ? {} : { doc: comment }),
    }))
    const metadata = {
      'format-version': 2,
      location,
      'current-schema-id': 0,
      schemas: [{ 'schema-id': 0, type: 'struct', fields: schema }],
      'partition-specs': [{ 'spec-id': 0, fields: [] }],
      'current-snapshot-id': 1,
      snapshots: [{ 'snapshot-id': 1, 'manifest-list': `${location}/metadata/snap.avro` }],
    }
    writeFileSync(at('metadata/v1.metadata.json'), JSON.stringify(metadata))
    writeFileSync(at('metadata/version-hint.text'), '1')
  }
}
