/** What fills an operation's address. */
export type Place = { path?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined }

/** The address of an operation, `'GET /core/groups'`: its path filled in, its query without what is undefined. */
export function addressOf(line: string, { path = {}, query = {} }: Place = {}): string {
  const [, template = ''] = line.split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const asked = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return `/api/v1${filled}${asked.size > 0 ? `?${asked}` : ''}`
}
