import { expect, test } from 'vitest'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import type { ConnectedSpec, Engine } from '../engine.ts'
import { createNetworkPolicy } from '../safe-connect.ts'
import { createPostgres } from './engine.ts'

test.skipIf(!hasPostgres)(`a view tells the tables it reads, through views that are not served too${hasPostgres ? '' : ` (${NO_POSTGRES})`}`, async () => {
  const database = await createPostgresDatabase([
    'create table customers (id int, region text)',
    'create schema hidden; create view hidden.inner_view as select * from customers',
    'create view outer_view as select count(*) as n from hidden.inner_view',
    'create materialized view kept as select region from customers',
    'create view own as select 1 as one',
  ])
  const policy = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
  const engine = createPostgres({ network: policy, pooled: true }) as Engine
  try {
    const spec: ConnectedSpec = { id: 'ds_1', type: 'postgres', version: '1', files: [], connection: database.connection }
    const { tables } = await engine.introspect(spec, new AbortController().signal)
    expect(Object.fromEntries(tables.map(({ name, reads }) => [name, reads?.sort()]))).toEqual({
      customers: undefined,
      kept: ['customers'],
      outer_view: ['customers', 'inner_view'],
      own: [],
    })
  } finally {
    await engine.close()
    policy.close()
    await database.drop()
  }
})
