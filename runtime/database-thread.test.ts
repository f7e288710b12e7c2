import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Client, createClient, type InStatement, LibsqlBatchError, LibsqlError } from '@libsql/client'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { temporaryFolder } from '#test/database.ts'
import { openDatabaseThread, type ThreadedClient } from './database-thread.ts'
import { overloaded } from './overloaded.ts'

const root = join(import.meta.dirname, '..')
const opened: ThreadedClient[] = []
const freshPath = () => join(temporaryFolder(), 'test.db')

async function open(path = freshPath(), busyTimeoutMs = 5_000): Promise<ThreadedClient> {
  const client = await openDatabaseThread(`file:${path}`, busyTimeoutMs)
  opened.push(client)
  return client
}

afterEach(() => Promise.all(opened.splice(0).map((client) => client.end())))

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )

/** A read that keeps SQLite busy for a good while. */
const longRead = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select sum(i) as total from n'

describe('results are those of the client on the main thread', () => {
  const table = 'create table t (id integer primary key, name text unique, size real, data blob, flag)'
  const cases: [string, InStatement][] = [
    ['an insert', { sql: 'insert into t (name, size, data, flag) values (?, ?, ?, ?)', args: ['a', 1.5, new Uint8Array([1, 2, 255]), true] }],
    ['values of every type', { sql: 'select ?, ?, ?, ?, ?, ?', args: ['é', -0.5, null, 2 ** 53 - 1, new Date(5), new Uint8Array([7]).buffer] }],
    ['named arguments', { sql: 'select :a as a, $b as b, @c as c', args: { a: 1, $b: 'two', '@c': null } }],
    ['a select of every column', 'select * from t'],
    ['columns of one name', 'select id as n, name as n, 3 as "0", 4 as length from t'],
    ['no rows', 'select id from t where id = 0'],
    ['insert returning', { sql: 'insert into t (name) values (?) returning id, name', args: ['b'] }],
    ['update', "update t set flag = 2 where name = 'a'"],
    ['a bigint argument', { sql: 'select typeof(?) as type', args: [2n ** 40n] }],
    ['delete', 'delete from t'],
    ['pragma', 'pragma table_info(t)'],
  ]

  test('one by one and as a batch', async () => {
    const threads = await open()
    const direct = createClient({ url: `file:${freshPath()}` })
    for (const client of [threads, direct]) await client.execute(table)
    const plain = async (client: Client) => {
      const singles = []
      for (const [, statement] of cases) singles.push(await client.execute(statement))
      return [
        ...singles,
        ...(await client.batch(cases.map(([, statement]) => statement))),
        ...(await client.batch(['select 1 as one', ['select ? as two', [2]]])),
      ]
    }
    const [ours, theirs] = [await plain(threads), await plain(direct)]
    const facts = (results: Awaited<ReturnType<typeof plain>>) =>
      results.map((result) => ({
        ...result,
        toJSON: result.toJSON(),
        rows: result.rows.map((row) => ({ named: Object.entries(row), listed: Array.prototype.slice.call(row), size: row.length })),
      }))
    expect(facts(ours)).toEqual(facts(theirs))
  })

  test('errors carry the codes and the index of the statement', async () => {
    const client = await open()
    await client.execute(table)
    const insert = { sql: 'insert into t (name) values (?)', args: ['same'] }
    await client.execute(insert)
    const single = await failureOf(client.execute(insert))
    expect(single).toBeInstanceOf(LibsqlError)
    expect(single).toMatchObject({ code: 'SQLITE_CONSTRAINT', extendedCode: 'SQLITE_CONSTRAINT_UNIQUE', rawCode: 2067 })
    expect(isUniqueViolation(single)).toEqual({ table: 't', columns: ['name'], index: null })
    const batch = await failureOf(client.batch(["insert into t (name) values ('other')", insert], 'write'))
    expect(batch).toBeInstanceOf(LibsqlBatchError)
    expect(batch).toMatchObject({ code: 'SQLITE_CONSTRAINT', statementIndex: 1 })
    expect((await client.execute('select count(*) as n from t')).rows[0]?.n).toBe(1)
  })

  test('values that would crash the driver, or lose digits, are refused before they reach it', async () => {
    const client = await open()
    for (const value of [undefined, {}, [1], Symbol('x'), () => 1, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 63n]) {
      const error = await failureOf(client.execute({ sql: 'select ?', args: [value as never] }))
      expect(error instanceof TypeError || error instanceof RangeError, String(error)).toBe(true)
    }
    expect(await failureOf(client.execute('select 9007199254740993'))).toBeInstanceOf(RangeError)
    expect((await client.execute('select 1 as one')).rows[0]?.one).toBe(1)
  })
})

test('values of an earlier call never fill the gaps of a later one', async () => {
  const client = await open()
  const sql = 'select ? as a, ? as b'
  await client.execute({ sql, args: ['first', 'canary'] })
  await client.execute({ sql, args: ['first', 'canary'] })
  expect((await client.execute({ sql, args: ['second'] })).rows[0]).toMatchObject({ a: 'second', b: null })
})

test('a kept statement follows the schema', async () => {
  const client = await open()
  await client.execute('create table t (a)')
  await client.execute("insert into t values ('x')")
  expect((await client.execute('select * from t')).rows[0]).toEqual({ a: 'x' })
  await client.execute("alter table t add column b default 'y'")
  expect((await client.execute('select * from t')).rows[0]).toEqual({ a: 'x', b: 'y' })
})

test('each connection has its PRAGMAs', async () => {
  const client = await open()
  const ask = async (name: string) => Object.values((await client.execute(`pragma ${name}`)).rows[0] ?? {})[0]
  expect([await ask('journal_mode'), await ask('synchronous'), await ask('foreign_keys'), await ask('busy_timeout')]).toEqual(['wal', 2, 1, 5000])
})

test('a read issued after an acknowledged write sees it, every time', async () => {
  const client = await open()
  await client.execute('create table t (n integer)')
  for (let n = 0; n < 300; n += 1) {
    await client.execute({ sql: 'insert into t values (?)', args: [n] })
    const [single, batch] = await Promise.all([client.execute('select max(n) as n from t'), client.batch(['select max(n) as n from t'], 'read')])
    expect([single.rows[0]?.n, batch[0]?.rows[0]?.n]).toEqual([n, n])
  }
})

test('reads inside a batch that writes see its writes, and reads in a batch see one state', async () => {
  const client = await open()
  await client.execute('create table t (n integer)')
  const [, seen] = await client.batch(['insert into t values (1)', 'select count(*) as n from t'], 'write')
  expect(seen?.rows[0]?.n).toBe(1)
  const writes = Array.from({ length: 50 }, (_, n) => client.execute({ sql: 'insert into t values (?)', args: [n] }))
  const reads = Array.from({ length: 50 }, () => client.batch(['select count(*) as n from t', 'select count(*) as n from t'], 'read'))
  await Promise.all(writes)
  for (const [first, second] of await Promise.all(reads)) expect(first?.rows[0]?.n).toBe(second?.rows[0]?.n)
})

test('the event loop turns while a statement runs, and writes do not wait for reads', async () => {
  const client = await open()
  await client.execute('create table t (n)')
  const finished: string[] = []
  const read = client.execute(longRead).then(() => finished.push('read'))
  await client.execute('insert into t values (1)')
  finished.push('write')
  let turns = 0
  while (!finished.includes('read')) {
    turns += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  await read
  expect(finished).toEqual(['write', 'read'])
  expect(turns).toBeGreaterThan(50)
})

test('a lock held elsewhere blocks neither the loop nor the reads, and the connection works after it', async () => {
  const path = freshPath()
  const client = await open(path, 100)
  await client.execute('create table t (n)')
  const other = createClient({ url: `file:${path}` })
  const lock = await other.transaction('write')
  const writes = [client.execute('insert into t values (1)'), client.batch(['insert into t values (2)'], 'write')].map(failureOf)
  expect((await client.execute('select count(*) as n from t')).rows[0]?.n).toBe(0)
  for (const error of await Promise.all(writes)) expect(error).toMatchObject({ code: 'SQLITE_BUSY' })
  await lock.rollback()
  other.close()
  await client.batch(['insert into t values (3)'], 'write')
  await client.execute('insert into t values (4)')
  expect((await client.execute('select n from t order by n')).rows.map((row) => row.n)).toEqual([3, 4])
})

test('of writes asked for at once, one that fails takes back what is its own and nothing else', async () => {
  const client = await open()
  await client.execute('create table t (name text unique)')
  await client.execute("insert into t values ('taken')")
  const insert = 'insert into t values (?)'
  const names = Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? 'taken' : `n${index}`))
  const writes = names.map((name, index) =>
    client.batch([
      { sql: insert, args: [`before ${index}`] },
      { sql: insert, args: [name] },
    ]),
  )
  const alone = names.map((_, index) => client.execute({ sql: insert, args: [`n${index}`] }))
  const outcomes = await Promise.allSettled([...writes, ...alone])
  const failures = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
  const taken = names.flatMap((name, index) => (name === 'taken' ? [index] : []))
  const repeated = names.flatMap((name, index) => (name === 'taken' ? [] : [names.length + index]))
  expect(failures).toEqual([...taken, ...repeated])
  expect((outcomes[3] as PromiseRejectedResult).reason).toMatchObject({ statementIndex: 1, extendedCode: 'SQLITE_CONSTRAINT_UNIQUE' })
  expect((await client.execute("select count(*) as n from t where name like 'before %'")).rows[0]?.n).toBe(30)
  expect((await client.execute("select count(*) as n from t where name like 'n%'")).rows[0]?.n).toBe(40)
})

test('writes that wait for no disk are answered among those that do, are seen at once, and those after them wait again', async () => {
  const client = await open()
  await client.execute('create table t (name text unique)')
  const insert = (name: string) => [{ sql: 'insert into t values (?)', args: [name] }]
  const writes = Array.from({ length: 60 }, async (_, index) => {
    await client[index % 3 ? 'batch' : 'batchUnsynced'](insert(`n${index}`), 'write')
    return (await client.execute({ sql: 'select 1 from t where name = ?', args: [`n${index}`] })).rows.length
  })
  expect(await Promise.all(writes)).toEqual(Array(60).fill(1))
  expect(await failureOf(client.batchUnsynced(insert('n0')))).toMatchObject({ statementIndex: 0, extendedCode: 'SQLITE_CONSTRAINT_UNIQUE' })
  expect((await client.execute('pragma synchronous')).rows[0]?.synchronous).toBe(2)
})

test('a transaction cannot be left open', async () => {
  const client = await open()
  await client.execute('create table t (n)')
  expect(String(await failureOf(client.execute('begin immediate')))).toContain('use batch')
  expect(String(await failureOf(client.transaction('write')))).toContain('use batch')
  await client.batch(['insert into t values (1)'], 'write')
})

test('a rebuilding migration keeps rows that point at the table, and foreign keys hold after it', async () => {
  const client = await open()
  await client.executeMultiple('create table p (id text primary key); create table c (p text references p on delete cascade);')
  await client.batch(["insert into p values ('a')", "insert into c values ('a')"], 'write')
  await client.migrate(['create table p2 (id text primary key)', 'insert into p2 select id from p', 'drop table p', 'alter table p2 rename to p'])
  expect((await client.execute('select count(*) as n from c')).rows[0]?.n).toBe(1)
  expect(await failureOf(client.execute("insert into c values ('nobody')"))).toMatchObject({ extendedCode: 'SQLITE_CONSTRAINT_FOREIGNKEY' })
})

test('the change counter differs after every commit, by this process or another, and only then', async () => {
  const path = freshPath()
  const client = await open(path)
  await client.execute('create table t (n)')
  const seen = new Set([client.changeCounter()])
  for (let n = 0; n < 50; n += 1) {
    await client.execute({ sql: 'insert into t values (?)', args: [n] })
    seen.add(client.changeCounter())
    await client.execute('select * from t')
    seen.add(client.changeCounter())
  }
  expect(seen.size).toBe(51)
  const script = `import { createClient } from '@libsql/client'\nconst c = createClient({ url: ${JSON.stringify(`file:${path}`)}, timeout: 5000 })\nawait c.execute('insert into t values (1)')`
  await once(spawn(join(root, 'node_modules/.bin/node'), ['--input-type=module', '-e', script], { cwd: root, stdio: 'inherit' }), 'exit')
  expect(seen.has(client.changeCounter())).toBe(false)
})

test('the version is known after a write of this process, until another commits', async () => {
  const path = freshPath()
  const client = await openDatabaseThread(`file:${path}`, 5_000, 'select max(n) from t')
  opened.push(client)
  expect(client.version()).toBeNull()
  await client.execute('create table t (n)')
  expect(client.version()).toBe('null')
  await Promise.all([1, 2].map((n) => client.execute({ sql: 'insert into t values (?)', args: [n] })))
  await client.execute('select * from t')
  expect(client.version()).toBe('2')
  const other = await open(path)
  await other.execute('insert into t values (3)')
  expect(client.version()).toBeNull()
  await client.execute('insert into t values (0)')
  expect(client.version()).toBe('3')
})

test('end lets calls in flight finish and refuses later ones', async () => {
  const path = freshPath()
  const client = await open(path)
  await client.execute('create table t (n)')
  const calls = Array.from({ length: 100 }, (_, n) => client.execute({ sql: 'insert into t values (?)', args: [n] }))
  const ended = client.end()
  expect(client.closed).toBe(true)
  await Promise.all([...calls, ended])
  expect(await failureOf(client.execute('select 1'))).toMatchObject({ code: 'CLIENT_CLOSED' })
  const again = await open(path)
  expect((await again.execute('select count(*) as n from t')).rows[0]?.n).toBe(100)
})

test('a file that cannot be opened fails the opening', async () => {
  expect(await failureOf(openDatabaseThread(`file:${join(temporaryFolder(), 'missing/test.db')}`))).toBeInstanceOf(Error)
  expect(String(await failureOf(openDatabaseThread('http://127.0.0.1:1')))).toContain('file: URLs only')
})

test('the write discipline counts a database that stays busy as overloaded', async () => {
  const path = freshPath()
  const client = await open(path, 20)
  await client.execute('create table t (n)')
  const other = createClient({ url: `file:${path}` })
  const lock = await other.transaction('write')
  const careful = openDatabase(client, overloaded).$client
  expect(await failureOf(careful.execute('insert into t values (1)'))).toMatchObject({ name: 'Failure', code: 'overloaded' })
  lock.close()
  other.close()
})

/** Runs `script` on a runtime; the script finds `openDatabaseThread`, `path` and `client` defined. */
function runElsewhere(runtime: 'node' | 'bun', path: string, script: string): ChildProcess {
  const whole = `import { openDatabaseThread } from '#runtime/database-thread.ts'\nconst client = await openDatabaseThread(${JSON.stringify(`file:${path}`)})\n${script}`
  const flags = runtime === 'node' ? ['--input-type=module', '-e', whole] : ['-e', whole]
  return spawn(join(root, 'node_modules/.bin', runtime), flags, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
}

describe.each(['node', 'bun'] as const)('on %s', (runtime) => {
  test.each(['batch', 'batchUnsynced'])('every write acknowledged by %s survives SIGKILL', { timeout: 30_000 }, async (method) => {
    const path = freshPath()
    const writing = `
      await client.execute('create table t (n integer)')
      for (let n = 0; ; n += 4) {
        await Promise.all([0, 1, 2, 3].map((i) => client.${method}([{ sql: 'insert into t values (?)', args: [n + i] }], 'write').then(() => console.log(n + i))))
      }`
    const child = runElsewhere(runtime, path, writing)
    const acknowledged: number[] = []
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    for await (const line of lines) {
      acknowledged.push(Number(line))
      if (acknowledged.length === 200) child.kill('SIGKILL')
    }
    const client = await open(path)
    const kept = new Set((await client.execute('select n from t')).rows.map((row) => row.n))
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)
    expect((await client.execute('pragma integrity_check')).rows[0]?.integrity_check).toBe('ok')
  })

  test('a process with nothing in flight ends by itself, and sees its own writes', { timeout: 30_000 }, async () => {
    const script = `
      await client.execute('create table t (n integer)')
      for (let n = 0; n < 100; n += 1) {
        await client.batch([{ sql: 'insert into t values (?)', args: [n] }], 'write')
        const { rows } = await client.execute('select max(n) as n from t')
        if (rows[0].n !== n || rows[0][0] !== n) throw new Error('a write was not seen')
      }
      const before = client.changeCounter()
      await client.execute('delete from t')
      console.log(before !== client.changeCounter() ? 'seen' : 'not seen')`
    const child = runElsewhere(runtime, freshPath(), script)
    const output: string[] = []
    child.stdout?.on('data', (data) => output.push(String(data)))
    const [code] = await once(child, 'close')
    expect([code, output.join('').trim()]).toEqual([0, 'seen'])
  })
})
