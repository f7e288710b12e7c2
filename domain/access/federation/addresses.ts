import type { Context } from '../../context.ts'

const API = '/api/v1/core/auths/oidc'

/** Addresses of this deployment that a provider has to know. They begin with the operator's own, never with a host a request names. */
export const addressesOf = ({ settings }: Pick<Context, 'settings'>, providerId: string) => {
  const base = `${settings.mail.linksTo}${API}/${providerId}`
  return {
    startUrl: `${base}/start`,
    redirectUri: `${base}/callback`,
    backchannelLogoutUri: `${base}/backchannel-logout`,
    postLogoutRedirectUri: `${settings.mail.linksTo}/signin`,
  }
}

/** Where the cookie of a way to a provider is sent. */
export const FEDERATION_PATH = API

/**
 * A place of the workspace: a path of this origin, as its own pages name it. Anything a browser could read as another origin, and any page of the API, is the
 * start page instead.
 */
export function placeOf(text: string | undefined): string {
  if (text === undefined || text.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/'
  const here = 'https://workspace.invalid'
  if (!URL.canParse(text, here)) return '/'
  const { origin, pathname, search, hash } = new URL(text, here)
  if (origin !== here || pathname.startsWith('//') || /^\/(?:api|embedded|signin|password|forgot|link)(?:\/|$)/.test(pathname)) return '/'
  return `${pathname}${search}${hash}`
}
