import assert from 'node:assert/strict'
import { addressed, type Check, DRIVER_WORDS, failure, never, servedBy, tableOf } from './check.ts'

/** How an engine is reached and what it tells of its schema. */
export const schemaChecks: readonly Check[] = [
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
]
