import { z } from 'zod'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

const SERVICES = ['core', 'llm', 'analytics', 'semantic', 'audio'] as const
const SCOPES = ['*', ...SERVICES.flatMap((service) => [`${service}:read`, `${service}:write`]), 'llm:completions', 'analytics:embed'] as [string, ...string[]]

/** What an API key may be used for. */
export const Scope = z.enum(SCOPES).meta({ id: 'Scope', description: '`*`, `<service>:<read|write>`, `llm:completions` or `analytics:embed`' })

/** What an app that acts for somebody may be given: never `*`, with which it could make itself more. */
export const APP_SCOPES: readonly string[] = SCOPES.filter((scope) => scope !== '*')

/** What the tools and resources of the MCP endpoint ask for. */
export const MCP_SCOPES: readonly string[] = ['core:read', 'semantic:read', 'semantic:write', 'analytics:read', 'llm:completions']

/** Whether a credential's scopes cover one scope: `*` covers all, `<service>:write` covers reading too. */
export const grantsScope = (held: readonly string[], needed: string): boolean =>
  held.includes('*') || held.includes(needed) || (needed.endsWith(':read') && held.includes(needed.replace(/:read$/, ':write')))

/**
 * Lets through who may make or widen the rights of a person: an account, a role, a way to sign in, a membership. Whoever signs in holds every scope, so a key without
 * `*` could otherwise make itself a person with more rights than it has. The platform itself passes. Fails with `insufficient_scope`.
 */
export function requireEveryScope(ctx: Pick<Context, 'actor'>, what: string): void {
  const { actor } = ctx
  if (actor.type === 'system' || (actor.type === 'user' && actor.scopes.includes('*'))) return
  throw new Failure('insufficient_scope', `this API key cannot ${what}: that would give away more than its scopes`, {
    hint: 'use a key with the scope "*", or sign in',
  })
}

/** What two credentials both may do. */
export const scopesOfBoth = (one: readonly string[], other: readonly string[]): string[] => [
  ...new Set([...one.filter((scope) => grantsScope(other, scope)), ...other.filter((scope) => grantsScope(one, scope))]),
]
