import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { readMigrations, renderMigrations } from './generate-migrations.ts'
import { type Migration, migrateAll } from './migrate.ts'
import { migrations } from './migrations.gen.ts'

const here = import.meta.dirname
const root = join(here, '..')
const binaries = join(root, 'node_modules/.bin')
const tags = migrations.map((migration) => migration.tag)
const step = (tag: string, ...statements: string[]): Migration => ({ tag, checksum: `sum of ${statements.join()}`, statements })
const openFile = (): Client => createClient({ url: `file:${join(temporaryFolder(), 'fresh.db')}`, concurrency: 1, timeout: 2_000 })

test('the generated module holds exactly the SQL files', () => {
  expect(readFileSync(join(here, 'migrations.gen.ts'), 'utf8')).toBe(renderMigrations(readMigrations(join(here, 'migrations'))))
})

test('the SQL files make the schema as it is written', { timeout: 30_000 }, async () => {
  const out = join(temporaryFolder(), 'migrations')
  cpSync(join(here, 'migrations'), out, { recursive: true })
  const flags = ['generate', '--dialect', 'turso', '--schema', './db/schema/*.ts', '--out', relative(root, out), '--name', 'forgotten']
  const [code] = await once(spawn(join(binaries, 'drizzle-kit'), flags, { cwd: root, stdio: 'ignore' }), 'close')
  expect(code).toBe(0)
  expect(readMigrations(out).filter((migration) => migration.tag.endsWith('forgotten'))).toEqual([])
})

test('all are applied once, in order', async () => {
  const client = openFile()
  expect(await migrateAll(client, migrations)).toEqual(tags)
  expect(await migrateAll(client, migrations)).toEqual([])
})

test('a changed migration stops the start and says which', async () => {
  const client = openFile()
  await migrateAll(client, [step('0000_init', 'create table t (x)')])
  await expect(migrateAll(client, [step('0000_init', 'create table t (y)')])).rejects.toThrow('migration "0000_init" has changed since')
})

test('a migration that fails halfway leaves nothing behind', async () => {
  const client = openFile()
  await expect(migrateAll(client, [step('0000_half', 'create table t (x)', 'create table t (x)')])).rejects.toThrow('already exists')
  expect((await client.execute("select name from sqlite_master where name = 't'")).rows).toEqual([])
  expect((await client.execute('select * from _migrations')).rows).toEqual([])
})

test('a database ahead of this code is left as it is', async () => {
  const client = openFile()
  await migrateAll(client, [step('0000_a', 'create table a (x)'), step('0001_b', 'create table b (x)')])
  expect(await migrateAll(client, [step('0000_a', 'create table a (x)')])).toEqual([])
})

test('rebuilding a table keeps the rows that point at it', async () => {
  const client = openFile()
  const parents = step('0000', 'create table p (id text primary key)', 'create table c (p text references p on delete cascade)')
  await migrateAll(client, [parents])
  await client.batch(["insert into p values ('a')", "insert into c values ('a')"], 'write')
  const rebuild = step('0001', 'create table p2 (id text primary key, x)', 'insert into p2 (id) select id from p', 'drop table p', 'alter table p2 rename to p')
  await migrateAll(client, [parents, rebuild])
  expect((await client.execute('select p from c')).rows).toMatchObject([{ p: 'a' }])
  expect((await client.execute('pragma foreign_keys')).rows).toMatchObject([{ foreign_keys: 1 }])
})

test('groups whose names differ in case alone are told apart before such names are refused', async () => {
  const client = openFile()
  const at = migrations.findIndex(({ tag }) => tag === '0017_group_names')
  await migrateAll(client, migrations.slice(0, at))
  const insert = (id: string, name: string, day: number) => ({
    sql: "insert into groups (id, name, description, permissions, created_at, updated_at) values (?, ?, '', '{}', ?, ?)",
    args: [id, name, `2026-01-0${day}`, `2026-01-0${day}`],
  })
  await client.batch([insert('grp_000003', 'SALES', 3), insert('grp_000001', 'Sales', 1), insert('grp_000002', 'sales', 2), insert('grp_000004', 'Ops', 1)])
  await migrateAll(client, migrations)
  const { rows } = await client.execute('select name from groups order by id')
  expect(rows.map(({ name }) => name)).toEqual(['Sales', 'sales (000002)', 'SALES (000003)', 'Ops'])
  await expect(client.execute("update groups set name = 'OPS' where id = 'grp_000001'")).rejects.toThrow('UNIQUE')
})

/** Migrates `url` in a process of its own and answers the tags it applied. */
function migrateElsewhere(runtime: 'node' | 'bun', url: string): Promise<string[]> {
  const script = `
    import { createClient } from '@libsql/client'
    import { migrateAll } from '#db/migrate.ts'
    import { migrations } from '#db/migrations.gen.ts'
    const client = createClient({ url: ${JSON.stringify(url)}, timeout: 2000, concurrency: 1 })
    console.log(JSON.stringify(await migrateAll(client, migrations)))`
  const flags = runtime === 'node' ? ['--input-type=module', '-e', script] : ['-e', script]
  return new Promise((resolve, reject) => {
    const child = spawn(join(binaries, runtime), flags, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: string[] = []
    const errors: string[] = []
    child.stdout.on('data', (data) => output.push(String(data)))
    child.stderr.on('data', (data) => errors.push(String(data)))
    child.once('close', (code) => (code === 0 ? resolve(JSON.parse(output.join(''))) : reject(new Error(errors.join('')))))
  })
}

const raceTo = async (url: string) => (await Promise.all([...Array(3).fill('node'), 'bun'].map((runtime) => migrateElsewhere(runtime, url)))).flat().sort()

test('four processes that start together migrate one file exactly once', { timeout: 60_000 }, async () => {
  expect(await raceTo(`file:${join(temporaryFolder(), 'raced.db')}`)).toEqual(tags)
})

describe.skipIf(!hasSqld)(hasSqld ? 'a libSQL server over HTTP' : 'a libSQL server over HTTP (skipped: none is packaged for this platform)', () => {
  test('four processes migrate it exactly once', { timeout: 60_000 }, async () => {
    const server = await startSqld()
    try {
      expect(await raceTo(server.url)).toEqual(tags)
      const client = createClient({ url: server.url })
      await expect(migrateAll(client, [{ ...step('x'), tag: tags[0] ?? '' }])).rejects.toThrow('has changed since')
    } finally {
      await server.stop()
    }
  })
})
