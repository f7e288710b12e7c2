import postgres from 'postgres'

const NOUNS = ['order', 'customer', 'invoice', 'product', 'payment', 'shipment', 'ticket', 'campaign', 'employee', 'supplier']
const COLUMNS = [
  'title text',
  'code varchar(20)',
  'status text',
  'city text',
  'region text',
  'country text',
  'amount numeric(12,2)',
  'tax numeric(12,2)',
  'quantity integer',
  'discount double precision',
  'is_active boolean',
  'created_at timestamptz',
  'updated_at timestamp',
  'due_on date',
  'note text',
  'priority smallint',
  'score real',
  'external_id uuid',
]

/** A database of `tables` tables with 20 columns each, every one but the first referring to the one before; `rows` rows in each. Answers how to drop it. */
export async function wideDatabase(server: string, name: string, tables: number, rows: number): Promise<() => Promise<void>> {
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const sql = postgres(server.replace(/\/[^/]*$/, `/${name}`), { max: 2, onnotice: () => {} })
  for (let index = 0; index < tables; index += 1) {
    const table = nameOf(index)
    const reference = index === 0 ? 'parent_id integer' : `parent_id integer references ${nameOf(index - 1)} (id)`
    await sql.unsafe(`create table ${table} (id integer primary key, ${reference}, ${COLUMNS.join(', ')})`)
    await sql.unsafe(`insert into ${table} select i, ${index === 0 ? 'null' : 'i'}, 'Title ' || i, 'C' || i, (array['open','paid','late'])[1 + i % 3],
      'City ' || i % 30, 'Region ' || i % 10, 'Country ' || i % 5, i * 1.25, i * 0.25, i % 50, i / 7.0, i % 2 = 0, now() - i * interval '1 hour',
      now() - i * interval '1 day', current_date - i, 'note ' || md5(i::text), i % 4, i / 3.0, gen_random_uuid() from generate_series(1, ${rows}) i`)
  }
  await sql.unsafe('analyze')
  await sql.end()
  return async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

const nameOf = (index: number): string => `${NOUNS[index % NOUNS.length]}_${String(Math.floor(index / NOUNS.length)).padStart(3, '0')}`
