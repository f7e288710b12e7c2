import { Failure } from '../../failure.ts'
import type { GivenConnection, LibsqlConnection, ServerConnection } from './connections.ts'
import type { SourceType } from './source.ts'

type ServerType = 'postgres' | 'mysql' | 'mariadb' | 'clickhouse'

/** What each kind of server needs to be told, what it is taken to mean without it, and the schemes of its URLs. */
const SERVERS: Record<ServerType, { schemes: string[]; needs: ('database' | 'user')[]; defaults: Partial<ServerConnection> }> = {
  postgres: { schemes: ['postgres', 'postgresql'], needs: ['database', 'user'], defaults: { port: 5432 } },
  mysql: { schemes: ['mysql'], needs: ['database', 'user'], defaults: { port: 3306 } },
  mariadb: { schemes: ['mariadb', 'mysql'], needs: ['database', 'user'], defaults: { port: 3306 } },
  clickhouse: { schemes: ['clickhouse', 'http', 'https'], needs: [], defaults: { database: 'default', user: 'default' } },
}

const refused = (member: string, message: string, hint?: string): Failure =>
  new Failure('invalid', message, { param: `connection.${member}`, ...(hint ? { hint } : {}) })

/** A connection as it is kept: a `connection_url` taken apart, hosts in their one spelling, defaults filled in. Fails with `invalid`, naming the member. */
export function completeConnection(type: SourceType, given: GivenConnection): GivenConnection {
  if (type in SERVERS) return completeServer(type as ServerType, given as ServerConnection)
  if (type === 'libsql') return completeLibsql(given as LibsqlConnection)
  if ('endpoint' in given && given.endpoint !== undefined) return { ...given, endpoint: plainUrl('endpoint', given.endpoint, ['http', 'https']).href }
  if ('location' in given && /^[a-z0-9+.-]+:\/\/[^/]*@/i.test(given.location)) throw refused('location', 'a location holds no user and no password')
  return given
}

function completeServer(type: ServerType, { connection_url: url, ...given }: ServerConnection): ServerConnection {
  const { needs, defaults } = SERVERS[type]
  const { schemas, ...members } = given
  if (url !== undefined && Object.values(members).some((value) => value !== undefined)) {
    throw refused('connection_url', 'a connection_url stands for the other members: send it or them', 'only schemas may stand beside it')
  }
  const named = url === undefined ? given : { ...membersOf(type, url), schemas }
  const scheme = type === 'clickhouse' && named.port === undefined ? { port: encrypts(named) ? 8443 : 8123 } : {}
  const complete = { ...defaults, ...scheme, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) } as ServerConnection
  const at = url === undefined ? undefined : 'connection_url'
  if (complete.host === undefined) throw refused(at ?? 'host', 'needs a host', 'send host, or a connection_url')
  for (const member of needs) if (complete[member] === undefined) throw refused(at ?? member, `needs a ${member}`)
  for (const member of ['database', 'user', 'password'] as const) {
    if (complete[member]?.includes('\0')) throw refused(at ?? member, `a ${member} holds no NUL character`)
  }
  return { ...complete, host: hostName(complete.host, at ?? 'host') }
}

const encrypts = ({ ssl_mode: mode }: ServerConnection): boolean => mode === 'require' || mode === 'verify-full'

function membersOf(type: ServerType, text: string): ServerConnection {
  const { schemes } = SERVERS[type]
  const wrong = (message: string) => refused('connection_url', message, `${schemes[0]}://user:password@host:port/database`)
  const [, scheme = ''] = /^([a-z]+):\/\//i.exec(text) ?? []
  if (!schemes.includes(scheme.toLowerCase())) throw wrong(`a URL of a ${type} server begins with ${schemes.map((name) => `${name}://`).join(' or ')}`)
  // Under a scheme of its own a URL keeps its host as written; under http it is brought to its one spelling.
  const sound = `http:${text.slice(scheme.length + 1)}`
  if (!URL.canParse(sound)) throw wrong('not a URL of one server')
  const url = new URL(sound)
  const database = decoded(url.pathname.slice(1))
  if (url.hash || database.includes('/')) throw wrong('the URL holds more than a server and a database')
  return {
    host: url.hostname,
    // The URL's reader takes http's own port for none.
    port: url.port ? Number(url.port) : /^[^/?#]*:0*80(?=[/?#]|$)/.test(sound.slice(7)) ? 80 : undefined,
    database: database || undefined,
    user: decoded(url.username) || undefined,
    password: decoded(url.password) || undefined,
    ssl_mode: sslMode(scheme.toLowerCase(), url.searchParams, wrong),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused('connection_url', 'a percent sign of the URL is not followed by two hexadecimal digits', 'write it as %25')
  }
}

/** The one option a URL may hold: any other could make a driver read files or reach other hosts. */
function sslMode(scheme: string, options: URLSearchParams, wrong: (message: string) => Failure): ServerConnection['ssl_mode'] {
  const modes = { disable: 'disable', prefer: 'prefer', allow: 'prefer', require: 'require', 'verify-ca': 'verify-full', 'verify-full': 'verify-full' } as const
  let mode: ServerConnection['ssl_mode'] = scheme === 'https' ? 'verify-full' : scheme === 'http' ? 'disable' : undefined
  for (const [name, value] of options) {
    if (name !== 'sslmode' && name !== 'ssl_mode') throw wrong(`the option "${name.slice(0, 50)}" is not taken: sslmode alone is`)
    if (!Object.hasOwn(modes, value)) throw wrong(`sslmode is one of ${Object.keys(modes).join(', ')}`)
    mode = modes[value as keyof typeof modes]
  }
  return mode
}

function completeLibsql({ url: text, auth_token: token }: LibsqlConnection): LibsqlConnection {
  const url = plainUrl('url', text, ['libsql', 'https', 'http'], ['authToken', 'tls'])
  const held = url.searchParams.get('authToken')
  if (held && token) throw refused('auth_token', 'the token stands in the URL already')
  const bare = url.searchParams.get('tls') === '0' ? '?tls=0' : ''
  const given = token ?? (held || undefined)
  return { url: `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}${bare}`, ...(given ? { auth_token: given } : {}) }
}

/** A URL of the schemes, without user, password and fragment, and with no options but the named. */
function plainUrl(member: string, text: string, schemes: string[], options: string[] = []): URL {
  const [, scheme = ''] = /^([a-z]+):\/\//i.exec(text) ?? []
  if (!schemes.includes(scheme.toLowerCase())) throw refused(member, `a URL that begins with ${schemes.map((name) => `${name}://`).join(' or ')}`)
  const sound = `https:${text.slice(scheme.length + 1)}`
  if (!URL.canParse(sound)) throw refused(member, 'not a URL')
  const url = new URL(sound)
  if (url.username || url.password || url.hash) throw refused(member, 'a URL without user, password and fragment')
  for (const name of url.searchParams.keys()) if (!options.includes(name)) throw refused(member, `the option "${name.slice(0, 50)}" of the URL is not taken`)
  const port = url.port || (/^[^/?#]*:0*443(?=[/?#]|$)/.test(sound.slice(8)) ? '443' : '')
  const host = `${hostName(url.hostname, member).replace(/^.*:.*$/, '[$&]')}${port ? `:${port}` : ''}`
  return new URL(`${scheme.toLowerCase()}://${host}${url.pathname}${url.search}`)
}

/** A host in its one spelling: a name in ASCII and lower case without a final dot, an IPv4 address in four decimal numbers, an IPv6 address without brackets. */
function hostName(text: string, member: string): string {
  const wrong = () => refused(member, 'a host is one name or one IP address', 'no path of a socket, no port, no list')
  const bare = text.trim().replace(/^\[(.*)\]$/, '$1')
  if (bare === '' || /[\s/\\@?#,%]/.test(bare)) throw wrong()
  const written = `http://${bare.includes(':') ? `[${bare}]` : bare}/`
  if (!URL.canParse(written)) throw wrong()
  const { hostname, port, pathname } = new URL(written)
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (host === '' || port !== '' || pathname !== '/') throw wrong()
  return host
}
