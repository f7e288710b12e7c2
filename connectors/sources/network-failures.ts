import { Failure } from '#domain/failure.ts'

const HINT = 'private networks are reached only where the operator lists them in DATASOURCE_ALLOWED_NETS; this deployment’s own servers never'

/** The refusal of an address, the same for every reason. */
export const notAllowed = (param: string): Failure =>
  new Failure('invalid', 'the host leads to an address that data sources may not use here', { param, hint: HINT })

export const unknownHost = (param: string): Failure =>
  new Failure('datasource_unreachable', 'no server of this name is known', { param, hint: 'check the spelling of the host' })

/** A host in the one spelling of URLs, without brackets and final dot: `0x7f.1` is `127.0.0.1`. `null` for what is no host. */
export function hostOf(text: string): string | null {
  const bare = text.trim().replace(/^\[(.*)\]$/, '$1')
  const written = `http://${bare.includes(':') ? `[${bare}]` : bare}/`
  if (bare === '' || /[\s/\\@?#,%]/.test(bare) || !URL.canParse(written)) return null
  const { hostname, port, pathname } = new URL(written)
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return host === '' || port !== '' || pathname !== '/' ? null : host
}
