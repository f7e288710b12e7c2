import { existsSync, openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Datasource, NewDatasource, UnsavedDatasource } from '#web/api/semantic.gen.ts'
import type { Call } from './call.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { writeRows } from './rows.ts'
import type { Service } from './service.ts'

type Options = { name?: string; type?: string; set: string[]; test: boolean }
type Draft = { name: string; type: string; connection: Record<string, unknown> }

/** Schemes of URLs, and the type each stands for. */
const SCHEMES: Record<string, string> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mariadb',
  'clickhouse:': 'clickhouse',
  'libsql:': 'libsql',
}
const SQLITE = new Set(['.sqlite', '.sqlite3', '.db'])
/** The member that is secret, by type. */
const SECRET: Record<string, string> = { libsql: 'auth_token', s3: 'secret_access_key', delta: 'secret_access_key', iceberg: 'secret_access_key' }
const SERVERS = ['postgres', 'mysql', 'mariadb', 'clickhouse']

/** Connects what the arguments name, after a trial of its connection. Fails with what the trial found. */
export async function newSource(call: Call, service: Service, what: string[], options: Options): Promise<Datasource> {
  const draft = await draftOf(call, service, what, options)
  if (options.test && SERVERS.concat('libsql', 's3').includes(draft.type)) {
    const found = await service.call('POST /semantic/datasources/validate', { body: { type: draft.type, connection: draft.connection } as UnsavedDatasource })
    if (!found.valid) {
      writeRows(call.terminal, call.format, found.checks, ['name', 'ok', 'message'])
      throw new CommandFailure(EXIT.negative, 'the connection does not work; nothing was stored', '--no-test stores it all the same')
    }
  }
  return service.call('POST /semantic/datasources', { body: draft as NewDatasource })
}

async function draftOf(call: Call, service: Service, what: string[], { name, type, set }: Options): Promise<Draft> {
  const members = Object.fromEntries(set.map(memberOf))
  const [first] = what
  if (first === undefined) {
    if (!type) throw new CommandFailure(EXIT.usage, 'name files, a URL, or --type with --set', '`querent sources add --help`')
    return { name: name ?? type, type, connection: await withSecret(call, type, members) }
  }
  const url = /^[a-z]+:\/\//i.test(first) ? URL.parse(first) : null
  if (url) return fromUrl(call, url, { what, name, type, members })
  const missing = what.find((path) => !existsSync(path))
  if (missing !== undefined) throw new CommandFailure(EXIT.usage, `there is no file ${missing}`)
  const ids: string[] = []
  for (const path of what) ids.push(await upload(service, path))
  const title = name ?? basename(first, extname(first))
  return what.length === 1 && SQLITE.has(extname(first).toLowerCase())
    ? { name: title, type: 'sqlite', connection: { file_id: ids[0] } }
    : { name: title, type: type ?? 'file', connection: { file_ids: ids } }
}

type Given = { what: string[]; name: string | undefined; type: string | undefined; members: Record<string, unknown> }

async function fromUrl(call: Call, url: URL, { what, name, type: given, members }: Given): Promise<Draft> {
  const type = given ?? SCHEMES[url.protocol]
  if (!type || what.length > 1)
    throw new CommandFailure(EXIT.usage, type ? 'one URL at a time' : `${url.protocol}// tells no type of data source`, 'give --type')
  if (type === 'libsql') return { name: name ?? url.hostname, type, connection: await withSecret(call, type, { url: url.href, ...members }) }
  const database = decodeURIComponent(url.pathname.slice(1))
  const connection = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port ? { port: Number(url.port) } : {}),
    ...(database ? { database } : {}),
    ...(url.username ? { user: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    ...members,
  }
  return { name: name ?? (database || url.hostname), type, connection: await withSecret(call, type, connection) }
}

/** With the secret its type has, from the environment or asked for, where it is not given already. */
async function withSecret({ env, terminal }: Call, type: string, connection: Record<string, unknown>): Promise<Record<string, unknown>> {
  const member = SECRET[type] ?? (SERVERS.includes(type) ? 'password' : null)
  if (member === null || connection[member] !== undefined) return connection
  const secret =
    env.QUERENT_SOURCE_SECRET ?? (terminal.isInteractive ? await terminal.ask(`${member.replaceAll('_', ' ')} (none: Enter): `, { hidden: true }) : '')
  return secret ? { ...connection, [member]: secret } : connection
}

/** `tables=["a"]` and `port=5432` are what they look like; everything else is text. */
function memberOf(pair: string): [string, unknown] {
  const at = pair.indexOf('=')
  if (at < 1) throw new CommandFailure(EXIT.usage, `--set ${pair} has no =`)
  const text = pair.slice(at + 1)
  if (!/^(?:[[{]|\d+$)/.test(text)) return [pair.slice(0, at), text]
  try {
    return [pair.slice(0, at), JSON.parse(text)]
  } catch {
    throw new CommandFailure(EXIT.usage, `--set ${pair.slice(0, at)}: the value is not JSON`)
  }
}

async function upload(service: Service, path: string): Promise<string> {
  const form = new FormData()
  form.set('file', await openAsBlob(path), basename(path))
  return (await service.call('POST /semantic/files', { body: form })).id
}
