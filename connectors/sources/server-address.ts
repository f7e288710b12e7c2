import { Failure } from '#domain/failure.ts'
import type { ServerConnection } from '#domain/semantics/connections.ts'

export type SslMode = NonNullable<ServerConnection['ssl_mode']>

/** Where a database server is and who asks, whether its connection names the parts or a URL. */
export type ServerAddress = { host: string; port: number; database: string | undefined; user: string | undefined; password: string | undefined; sslMode: SslMode; scheme: string | null }

/** Reads a connection. A URL stands for host, port, database, user and password; of its query only `sslmode` or `ssl-mode` counts. Fails with `invalid`, naming the member. */
export function serverAddress(connection: ServerConnection, { schemes, port }: { schemes: string[]; port: (scheme: string | null) => number }): ServerAddress {
  const { connection_url: url, ssl_mode: sslMode } = connection
  if (url === undefined) {
    if (connection.host === undefined) throw new Failure('invalid', 'the connection names no host', { param: 'connection.host' })
    const { host, database, user, password } = connection
    return { host, port: connection.port ?? port(null), database, user, password, sslMode: sslMode ?? 'prefer', scheme: null }
  }
  const parsed = URL.canParse(url) ? new URL(url) : null
  const scheme = parsed?.protocol.slice(0, -1) ?? ''
  if (!parsed || !schemes.includes(scheme) || parsed.hostname === '') {
    throw new Failure('invalid', `the connection URL is not of the form ${schemes[0]}://user:password@host/database`, { param: 'connection.connection_url' })
  }
  const part = (text: string) => (text === '' ? undefined : unescaped(text))
  return {
    host: unescaped(parsed.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: parsed.port === '' ? port(scheme) : Number(parsed.port),
    database: part(parsed.pathname.slice(1)),
    user: part(parsed.username),
    password: part(parsed.password),
    sslMode: sslMode ?? modeOf(parsed.searchParams.get('sslmode') ?? parsed.searchParams.get('ssl-mode')),
    scheme,
  }
}

/** MySQL's words for what libpq calls otherwise; one that is not known asks for the most. */
function modeOf(word: string | null): SslMode {
  if (word === null) return 'prefer'
  const known: Record<string, SslMode> = { disable: 'disable', disabled: 'disable', allow: 'prefer', prefer: 'prefer', preferred: 'prefer', require: 'require', required: 'require' }
  const mode = word.toLowerCase()
  return Object.hasOwn(known, mode) ? (known[mode] ?? 'verify-full') : 'verify-full'
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Failure('invalid', 'the connection URL holds a % that is not followed by two hex digits', { param: 'connection.connection_url' })
  }
}
