import { getPublicSuffix } from 'tldts'

/** Whether anybody may register names below this one, by the Public Suffix List (https://publicsuffix.org), of registries (`co.uk`) and of hosters (`github.io`). */
export const isPublicSuffix = (host: string): boolean => getPublicSuffix(host, { allowPrivateDomains: true }) === host.toLowerCase().replace(/\.$/, '')
