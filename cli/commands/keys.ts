import { Command } from 'commander'
import type { Scope } from '#web/api/core.gen.ts'
import { callOf, type World } from '../call.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { everyPage, PAGE } from '../pages.ts'
import { writeRecord, writeRows } from '../rows.ts'

const DAY_MS = 86_400_000
const MEMBERS = ['id', 'name', 'last4', 'scopes', 'expires_at', 'last_used_at', 'revoked_at']
const MADE = ['id', 'name', 'scopes', 'expires_at', 'key']

/** `querent keys`: your own API keys. */
export const keysCommand = (world: World): Command =>
  new Command('keys').description('your API keys').addCommand(list(world)).addCommand(create(world)).addCommand(rotate(world)).addCommand(revoke(world))

const list = (world: World) =>
  new Command('list').description('your keys, never the keys themselves').action(async (_options: unknown, command: Command) => {
    const { terminal, format, service } = callOf(world, command)
    writeRows(terminal, format, await everyPage((page) => service().call('GET /core/auths/api-keys', { query: { page, page_size: PAGE } })), MEMBERS)
  })

const create = (world: World) =>
  new Command('create')
    .description('make a key; it is shown this once')
    .argument('<name>', 'what it is for')
    .option('-s, --scope <scopes...>', 'what it may do, such as llm:completions; all that you may, without it')
    .option('--days <days>', 'how long it holds; until revoked without it')
    .action(async (name: string, { scope, days }: { scope?: string[]; days?: string }, command: Command) => {
      const { terminal, format, service } = callOf(world, command)
      if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) throw new CommandFailure(EXIT.usage, `${days} is no number of days`)
      const expires_at = days === undefined ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      const body = { name, ...(scope ? { scopes: scope as Scope[] } : {}), ...(expires_at ? { expires_at } : {}) }
      writeRecord(terminal, format, await service().call('POST /core/auths/api-keys', { body }), MADE)
    })

const rotate = (world: World) =>
  new Command('rotate')
    .description('have a new key in place of one; it is shown this once')
    .argument('<key>', 'its id')
    .option('--overlap <seconds>', 'how long the old one holds on')
    .action(async (id: string, { overlap }: { overlap?: string }, command: Command) => {
      const { terminal, format, service } = callOf(world, command)
      if (overlap !== undefined && !/^\d{1,7}$/.test(overlap)) throw new CommandFailure(EXIT.usage, `${overlap} is no number of seconds`)
      const body = overlap === undefined ? {} : { overlap_seconds: Number(overlap) }
      writeRecord(terminal, format, await service().call('POST /core/auths/api-keys/{key_id}/rotate', { path: { key_id: id }, body }), MADE)
    })

const revoke = (world: World) =>
  new Command('revoke')
    .description('end a key')
    .argument('<key>', 'its id')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { terminal, service } = callOf(world, command)
      await service().open('DELETE /core/auths/api-keys/{key_id}', { path: { key_id: id } })
      terminal.err(`${id} is revoked\n`)
    })
