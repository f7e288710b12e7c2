/** Answers the requests of one origin. */
export type Site = (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<Response>

/** A browser as far as redirects and cookies go: names, values, paths; never more. `sites` answer for origins that no server listens at. */
export type Browser = ReturnType<typeof createBrowser>

export function createBrowser(sites: Record<string, Site>) {
  const jars = new Map<string, Map<string, { value: string; path: string }>>()

  function cookiesFor({ origin, pathname }: URL): string {
    const held = [...(jars.get(origin) ?? [])].filter(([, { path }]) => pathname.startsWith(path))
    return held.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  function keep(origin: string, headers: Headers): void {
    const jar = jars.get(origin) ?? new Map()
    jars.set(origin, jar)
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const at = pair.indexOf('=')
      const of = (name: string) => attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
      const isGone = of('max-age') === '0' || Date.parse(of('expires') ?? '') <= Date.now()
      if (isGone) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), { value: pair.slice(at + 1), path: of('path') ?? '/' })
    }
  }

  async function send(address: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Response> {
    const url = new URL(address)
    const cookie = cookiesFor(url)
    const sent = {
      method: init.method ?? 'GET',
      headers: { ...init.headers, ...(cookie ? { cookie } : {}) },
      ...(init.body === undefined ? {} : { body: init.body }),
    }
    const site = sites[url.origin]
    const response = site ? await site(url.href, sent) : await fetch(url, { ...sent, redirect: 'manual' })
    keep(url.origin, response.headers)
    return response
  }

  return {
    send,
    /** Follows redirects until `stop` knows the address, or a page answers. */
    async open(address: string, stop: (url: URL) => boolean = () => false): Promise<URL> {
      let at = new URL(address)
      for (let hops = 0; hops < 20; hops += 1) {
        if (stop(at)) return at
        const response = await send(at.href)
        const location = response.headers.get('location')
        await response.body?.cancel()
        if (location === null) {
          if (response.status >= 400) throw new Error(`${at.href} answered ${response.status}`)
          return at
        }
        at = new URL(location, at)
      }
      throw new Error(`${address} redirects without end`)
    },
    cookies: (origin: string) => new Map([...(jars.get(origin) ?? [])].map(([name, { value }]) => [name, value])),
  }
}
