/** A server of our own: no data source leads there. Without a host it is a port of this machine, under each of its addresses. */
export type OwnEndpoint = { host: string | null; port: number }

/** The server behind a URL, if it is one: a file has none. */
export function endpointOf(url: string | undefined): OwnEndpoint[] {
  if (url === undefined || !/^[a-z]+:\/\//i.test(url)) return []
  const plain = url.replace(/^[a-z]+:/i, 'http:')
  if (!URL.canParse(plain)) return []
  const { hostname, port } = new URL(plain)
  const isPlain = /^(http|ws):/i.test(url)
  // The reader of http URLs takes http's own port for none, whatever the scheme was.
  const written = port || (/^http:\/\/[^/?#]*:0*80(?=[/?#]|$)/.test(plain) ? '80' : '')
  return [{ host: hostname, port: Number(written || (isPlain ? 80 : 443)) }]
}
