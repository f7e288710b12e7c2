import assert from 'node:assert/strict'
import { Failure } from '#domain/failure.ts'
import type { SourceParam, SourceQuery, SourceTable } from '#domain/semantics/sources/source.ts'
import { placeholder } from '#domain/semantics/sql/placeholder.ts'
import type { RunningEngine, Trait } from './engine-row.ts'

export type Check = { name: string; needs: Trait[]; run(engine: RunningEngine): Promise<void> }

const never = new AbortController().signal
const oddTableOf = ({ oddTable = 'Größe & Maß' }: RunningEngine) => oddTable

const servedBy = (engine: RunningEngine) => ['customers', 'orders', oddTableOf(engine), 'empty_table', 'codes', ...(engine.lacks.views ? [] : ['parisians'])]

const query = ({ sources, spec }: RunningEngine, sql: string, more: Partial<SourceQuery> = {}, signal = never) =>
  sources.query(spec, { sql, rowLimit: 100, timeoutMs: 20_000, origin: 'compiler', ...more }, signal)

const outsider = (engine: RunningEngine, sql: string, more: Partial<SourceQuery> = {}) =>
  query(engine, sql, { origin: 'untrusted', tables: servedBy(engine), ...more })

const failure = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (reason) => reason,
  )
  assert.ok(error instanceof Failure, `no Failure: ${error}`)
  return error
}

async function tableOf({ sources, spec }: RunningEngine, name: string): Promise<SourceTable> {
  const found = (await sources.introspect(spec, never)).tables.find((table) => table.name === name)
  assert.ok(found, `no table ${name}`)
  return found
}

/** The member of a connection that tells its address, at another one. */
function addressed({ connection }: RunningEngine['spec'], host: string, port: number): object {
  const member = ['url', 'endpoint'].find((name) => name in (connection ?? {}))
  return member === undefined ? { host, port } : { [member]: `http://${host}:${port}` }
}

/** No word of a driver, a stack or a secret. */
const DRIVER_WORDS = /ECONN|ENOTFOUND|errno|at Object|node_modules|SQLSTATE|sqlState|Exception:|wrong-password|reading/i

/** What every engine does alike, one cell of the matrix each. */
export const CHECKS: Check[] = [
  {
    name: 'validate',
    needs: [],
    async run({ sources, spec }) {
      const found = await sources.validate(spec, never)
      assert.equal(found.valid, true, JSON.stringify(found.checks))
      assert.ok(found.serverVersion)
      const order = ['reach', 'sign_in', 'read_schema', 'read_only']
      const names = found.checks.map(({ name }) => name)
      assert.deepEqual(
        names,
        order.filter((name) => names.includes(name as never)),
      )
      assert.ok(names.includes('reach') && names.includes('read_schema') && names.includes('read_only'))
      for (const { message, latencyMs } of found.checks) assert.ok(message.length > 3 && latencyMs >= 0 && !DRIVER_WORDS.test(message), message)
    },
  },
  {
    name: 'read-only user is told',
    needs: ['read-only user'],
    async run({ sources, spec, reader }) {
      assert.ok(reader)
      const [writer, found] = [await sources.validate(spec, never), await sources.validate(reader, never)]
      assert.deepEqual([writer.valid, writer.readOnly, found.valid, found.readOnly], [true, false, true, true], JSON.stringify([writer.checks, found.checks]))
      assert.equal(found.checks.at(-1)?.ok, true)
    },
  },
  {
    name: 'wrong credential',
    needs: ['sign in'],
    async run({ sources, stranger }) {
      assert.ok(stranger)
      const found = await sources.validate(stranger, never)
      assert.equal(found.valid, false)
      const last = found.checks.at(-1)
      assert.deepEqual([last?.name, last?.ok], ['sign_in', false], JSON.stringify(found.checks))
      assert.ok(!DRIVER_WORDS.test(last?.message ?? ''), last?.message)
    },
  },
  {
    name: 'nobody listens',
    needs: ['reach'],
    async run({ sources, spec }) {
      const connection = { ...spec.connection, ...addressed(spec, '127.0.0.1', 9) }
      const found = await sources.validate({ ...spec, version: 'gone', connection: connection as never }, never)
      assert.deepEqual([found.valid, found.checks.length, found.checks[0]?.name, found.checks[0]?.ok], [false, 1, 'reach', false])
      assert.ok(!DRIVER_WORDS.test(found.checks[0]?.message ?? ''))
    },
  },
  {
    name: 'address not allowed',
    needs: ['reach'],
    async run({ sources, spec }) {
      const connection = { ...spec.connection, ...addressed(spec, '10.0.0.1', 1) }
      const inner = { ...spec, version: 'inner', connection: connection as never }
      assert.equal((await failure(sources.validate(inner, never))).code, 'invalid')
      assert.equal((await failure(sources.query(inner, { sql: 'select 1', rowLimit: 1, timeoutMs: 1000, origin: 'compiler' }, never))).code, 'invalid')
    },
  },
  {
    name: 'tables and types',
    needs: [],
    async run(engine) {
      const { tables, dialect, serverVersion } = await engine.sources.introspect(engine.spec, never)
      assert.equal(dialect, engine.dialect)
      assert.ok(serverVersion)
      assert.deepEqual(
        tables.map(({ name, kind }) => `${name} ${kind}`).sort(),
        servedBy(engine)
          .map((name) => `${name} ${name === 'parisians' ? 'view' : 'table'}`)
          .sort(),
      )
      const types = (table: string) => tables.find(({ name }) => name === table)?.columns.map(({ name, type }) => `${name} ${type}`)
      assert.deepEqual(types('customers'), ['id integer', 'name text', 'city text', 'joined date', 'active boolean'])
      const raw = engine.lacks.binary ? 'raw text' : 'raw binary'
      const orders = (types('orders') ?? []).map((text) => text.replace('amount number', 'amount decimal'))
      const big = `big ${engine.lacks['big integers'] ? 'number' : 'integer'}`
      assert.deepEqual(orders, ['id integer', 'customer_id integer', 'placed_at timestamp', 'amount decimal', 'note text', big, raw])
      const nullable = tables.find(({ name }) => name === 'customers')?.columns.map((column) => column.nullable)
      if (!engine.lacks.nullability) assert.deepEqual(nullable, [false, false, true, true, true])
    },
  },
  {
    name: 'keys',
    needs: ['keys'],
    async run(engine) {
      const orders = await tableOf(engine, 'orders')
      assert.deepEqual([orders.primaryKey, orders.foreignKeys], [['id'], [{ columns: ['customer_id'], toTable: 'customers', toColumns: ['id'] }]])
      assert.deepEqual((await tableOf(engine, 'codes')).primaryKey, ['code'])
    },
  },
  {
    name: 'comments',
    needs: ['comments'],
    async run(engine) {
      assert.equal((await tableOf(engine, 'customers')).columns.find(({ name }) => name === 'city')?.comment, 'where the customer lives')
    },
  },
  {
    name: 'row estimates',
    needs: [],
    async run(engine) {
      assert.equal((await tableOf(engine, 'customers')).rowEstimate, 3)
      if (!engine.lacks.views) assert.equal((await tableOf(engine, 'parisians')).rowEstimate, null)
    },
  },
  {
    name: 'values keep their digits',
    needs: [],
    async run(engine) {
      const { columns, rows } = await query(engine, 'select id, placed_at, amount, note, big, raw from orders order by id')
      assert.deepEqual(
        columns.map(({ name }) => name),
        ['id', 'placed_at', 'amount', 'note', 'big', 'raw'],
      )
      const bytes = (value: unknown, text: string) => (engine.lacks.binary ? value : text)
      const big = (value: unknown, text: string) => (engine.lacks['big integers'] ? value : text)
      assert.deepEqual(
        rows.map((row) => row.slice(0, 5)),
        [
          [1, rows[0]?.[1], 12.5, 'first', big(rows[0]?.[4], '9007199254740993')],
          [2, rows[1]?.[1], 7.25, null, 42],
          [3, rows[2]?.[1], 100, "it's; -- odd", big(rows[2]?.[4], '-9223372036854775807')],
        ],
      )
      assert.deepEqual(
        rows.map(([, at]) => String(at).replace(/\.000/, '').replace(/Z$/, '')),
        ['2024-01-05T10:00:00', '2024-02-06T11:30:00.250', '2024-02-07T00:00:00'],
      )
      assert.deepEqual([rows[0]?.[5], rows[1]?.[5]], [bytes(rows[0]?.[5], 'AP8='), null])
      const people = await query(engine, 'select * from customers order by id')
      assert.deepEqual(people.rows, [
        [1, 'Ada', 'Paris', '2023-01-05', true],
        [2, 'Bob', null, '2023-02-10', false],
        [3, '李雷', 'Paris', '2024-03-01', true],
      ])
    },
  },
  {
    name: 'bound values',
    needs: [],
    async run(engine) {
      const values: SourceParam[] = [3, "it's; -- odd", 0.5, '2024-02-07']
      const [a, b, c, d] = values.map((value, index) => placeholder(engine.dialect, index + 1, value))
      const { rows } = await query(engine, `select id from orders where customer_id = ${a} and note = ${b} and amount > ${c} and placed_at >= ${d}`, {
        params: values,
      })
      assert.deepEqual(rows, [[3]])
      const text = placeholder(engine.dialect, 1, "' or 1=1 --")
      assert.deepEqual((await query(engine, `select id from orders where note = ${text}`, { params: ["' or 1=1 --"] })).rows, [])
    },
  },
  {
    name: 'row limit',
    needs: [],
    async run(engine) {
      assert.deepEqual(await cutAt(engine, 2), [[[1], [2]], true])
      assert.deepEqual(await cutAt(engine, 3), [[[1], [2], [3]], false])
      const many = await query(engine, engine.words.numbers(5000), { rowLimit: 1000 })
      assert.deepEqual([many.rows.length, many.truncated], [1000, true])
    },
  },
  {
    name: 'byte limit',
    needs: [],
    async run(engine) {
      const { rows, truncated } = await query(engine, `select ${engine.words.wide(100_000)} as wide from (${engine.words.numbers(1000)}) as many`, {
        rowLimit: 1000,
      })
      assert.ok(truncated && rows.length < 200, `${rows.length} rows`)
    },
  },
  {
    name: 'odd names',
    needs: [],
    async run(engine) {
      const q = engine.words.quote
      const { columns, rows } = await query(engine, `select ${q('Spalte eins')}, ${q('select')} from ${q(oddTableOf(engine))} order by 2`)
      assert.deepEqual(
        [columns.map(({ name }) => name), rows],
        [
          ['Spalte eins', 'select'],
          [
            ['ä', 1],
            ['b', 2],
          ],
        ],
      )
    },
  },
  {
    name: 'empty results',
    needs: ['empty tables'],
    async run(engine) {
      const { columns, rows, truncated } = await query(engine, 'select a, b from empty_table')
      assert.deepEqual(
        [columns, rows, truncated],
        [
          [
            { name: 'a', type: 'integer' },
            { name: 'b', type: 'text' },
          ],
          [],
          false,
        ],
      )
    },
  },
  {
    name: 'mistakes are told',
    needs: [],
    async run(engine) {
      const wrong = await failure(query(engine, 'select not_there from orders'))
      assert.equal(wrong.code, 'query_invalid')
      assert.match(`${wrong.message} ${wrong.details.hint}`, /not_there/)
      assert.equal((await failure(query(engine, 'select * from not_there_either'))).code, 'table_not_allowed')
      assert.match((await failure(query(engine, 'select from where'))).code, /query_invalid|statement_not_allowed/)
      assert.match((await failure(query(engine, ''))).code, /query_invalid/)
    },
  },
  {
    name: 'failures quote no data',
    needs: [],
    async run(engine) {
      const found = await query(engine, engine.words.badCast).catch((error) => error)
      if (!(found instanceof Failure)) return
      assert.match(found.code, /^query_/)
      assert.ok(!`${found.message} ${found.details.hint ?? ''}`.includes('first'), found.message)
    },
  },
  {
    name: 'deadline',
    needs: ['deadline'],
    async run(engine) {
      assert.equal((await failure(query(engine, engine.words.endless, { timeoutMs: 500 }))).code, 'query_timeout')
      assert.deepEqual((await query(engine, 'select id from orders order by id')).rows, [[1], [2], [3]])
      await settled(engine)
    },
  },
  {
    name: 'cancel',
    needs: ['deadline'],
    async run(engine) {
      const gone = new AbortController()
      const work = query(engine, engine.words.endless, { timeoutMs: 60_000 }, gone.signal)
      setTimeout(() => gone.abort(new Error('the caller left')), 300)
      await assert.rejects(work, /the caller left/)
      await settled(engine)
    },
  },
  {
    name: 'nothing is written',
    needs: ['writes'],
    async run(engine) {
      for (const sql of engine.words.writes) {
        const refused = await failure(query(engine, sql))
        assert.match(refused.code, /^(query_|statement_|table_|function_)/, sql)
      }
      assert.deepEqual((await query(engine, 'select count(*) as n from customers')).rows, [[3]])
    },
  },
  {
    name: 'one statement',
    needs: ['one statement'],
    async run(engine) {
      for (const sql of [
        'select 1 as a; select 2 as b',
        'select 1 as a; delete from codes',
        'select 1 as a) as x; delete from codes; select * from (select 1 as b',
      ])
        await failure(query(engine, sql))
      assert.deepEqual((await query(engine, 'select count(*) as n from codes')).rows, [[2]])
    },
  },
  {
    name: 'guard',
    needs: ['guard'],
    async run(engine) {
      assert.deepEqual((await outsider(engine, "select count(*) as n from customers where city = 'Paris'")).rows, [[2]])
      assert.equal((await failure(outsider(engine, 'select * from codes', { tables: ['orders'] }))).code, 'table_not_allowed')
      assert.equal(
        (await failure(outsider(engine, 'select * from orders where id in (select 1 from codes)', { tables: ['orders'] }))).code,
        'table_not_allowed',
      )
      assert.match((await failure(outsider(engine, 'delete from codes'))).code, /^(statement_not_allowed|query_invalid)$/)
      assert.match((await failure(outsider(engine, 'select no_such_function_at_all(1)'))).code, /^(function_not_allowed|query_invalid)$/)
    },
  },
  {
    name: 'row predicates',
    needs: ['guard'],
    async run(engine) {
      const rowPredicates = [{ table: 'customers', parts: [`${engine.words.quote('city')} = `, ''], params: ['Paris'] }]
      assert.deepEqual((await outsider(engine, 'select name from customers order by id', { rowPredicates })).rows, [['Ada'], ['李雷']])
      assert.deepEqual(
        (await outsider(engine, "select c.name from customers as c where c.city is null or c.name = 'Bob' or 1 = 1 order by c.id", { rowPredicates })).rows,
        [['Ada'], ['李雷']],
      )
    },
  },
  {
    name: 'profile',
    needs: [],
    async run(engine) {
      const { rows, columns } = await engine.sources.profile(engine.spec, await tableOf(engine, 'customers'), never)
      const named = Object.fromEntries(columns.map((column) => [column.column, column]))
      assert.deepEqual([rows, columns.map(({ column }) => column)], [3, ['id', 'name', 'city', 'joined', 'active']])
      assert.deepEqual(named.city, { column: 'city', distinct: 1, nullFraction: 0.333333, min: 'Paris', max: 'Paris', topValues: ['Paris'] })
      assert.deepEqual([named.joined?.distinct, named.joined?.min, named.joined?.max], [3, '2023-01-05', '2024-03-01'])
      assert.equal(named.active?.topValues.length, 2)
      if (engine.lacks['empty tables']) return
      const empty = await engine.sources.profile(engine.spec, await tableOf(engine, 'empty_table'), never)
      assert.deepEqual([empty.rows, empty.columns[0]?.distinct, empty.columns[0]?.nullFraction, empty.columns[1]?.topValues], [0, 0, null, []])
    },
  },
  {
    name: 'many at once',
    needs: [],
    async run(engine) {
      const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => query(engine, `select ${index} + count(*) as n from orders`)))
      assert.deepEqual(
        answers.map(({ rows }) => Number(rows[0]?.[0])),
        Array.from({ length: 24 }, (_, index) => index + 3),
      )
    },
  },
]

async function cutAt(engine: RunningEngine, rowLimit: number) {
  const { rows, truncated } = await query(engine, 'select id from orders order by id', { rowLimit })
  return [rows, truncated]
}

/** The server itself has stopped, where it can tell. */
async function settled({ running }: RunningEngine): Promise<void> {
  if (!running) return
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if ((await running()) === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail('the statement still runs on the server')
}
