import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { refuse } from './refusal.ts'

const PREFIX = '/api/v1'
export const MCP_PATH = `${PREFIX}/llm/mcp`
export const SERVICE_PATHS = ['core', 'llm', 'analytics', 'semantic', 'audio'].map((service) => `${PREFIX}/${service}`)
/** What a token may be for: everything, one service, or the MCP endpoint. */
export const RESOURCE_PATHS = ['', PREFIX, ...SERVICE_PATHS, MCP_PATH]

/** Where OAuth stands here. Fails with `not_found` where it is off. */
export function requireOAuth({ settings }: Pick<Context, 'settings'>): { issuer: string; origins: string[] } {
  if (settings.oauth === null) throw new Failure('not_found', 'OAuth is off here: the operator has to set WORKSPACE_URL')
  return settings.oauth
}

/**
 * The resource a client asks tokens for (RFC 8707 §2), in the one form it is kept in: an address of this deployment without a slash at its end; all of it when absent.
 * Fails with `invalid_target`.
 */
export function readResource(ctx: Pick<Context, 'settings'>, asked: string | undefined): string {
  const { issuer, origins } = requireOAuth(ctx)
  if (asked === undefined) return new URL(issuer).origin
  const url = URL.canParse(asked) ? new URL(asked) : null
  const path = url?.pathname.replace(/\/+$/, '') ?? ''
  const isOurs = url !== null && url.hash === '' && !asked.endsWith('#') && url.search === '' && !url.username && !url.password
  if (!isOurs || !origins.includes(url.origin) || !RESOURCE_PATHS.includes(path))
    throw refuse('invalid_target', 'resource is no address of this deployment', 'resource')
  return `${url.origin}${path}`
}

/** Whether a token for `resource` opens a path. Origins are not compared: all of them lead to this deployment, and the token is signed with its key. */
export function opens(resource: string, path: string): boolean {
  const { pathname } = new URL(resource)
  const base = pathname.replace(/\/+$/, '')
  return base === '' || path === base || path.startsWith(`${base}/`)
}
