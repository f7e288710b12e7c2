import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

/** The host of an origin that stands for all its subdomains, such as `https://*.example.com:8443`. */
const WILDCARD = /^https?:\/\/\*\.([^:]+?)\.?(?::\d+)?$/i

/**
 * Refuses a wildcard below which anybody may have a site, such as `https://*.co.uk` or `https://*.github.io`: it would let everybody frame the dashboard.
 * Where this runtime has no list of such names only top-level domains are known, by the origin's form.
 */
export function requireOwnDomains(ctx: Context, domains: readonly string[]): void {
  const { isPublicSuffix } = ctx.ports
  if (!isPublicSuffix) return
  const at = domains.findIndex((origin) => {
    const host = WILDCARD.exec(origin)?.[1]
    return host !== undefined && isPublicSuffix(host)
  })
  if (at < 0) return
  throw new Failure(
    'invalid',
    `${domains[at]} allows the sites of everybody below that name: the subdomains of a domain of your own, such as https://*.example.com`,
    {
      param: `embedded.allowed_domains.${at}`,
    },
  )
}
