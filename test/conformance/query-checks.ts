import assert from 'node:assert/strict'
import { Failure } from '#domain/failure.ts'
import type { SourceParam } from '#domain/semantics/sources/source.ts'
import { placeholder } from '#domain/semantics/sql/placeholder.ts'
import { type Check, failure, never, oddTableOf, outsider, query, tableOf } from './check.ts'
import type { RunningEngine } from './engine-row.ts'

/** What an engine answers, refuses, limits and ends. */
export const queryChecks: readonly Check[] = [
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
