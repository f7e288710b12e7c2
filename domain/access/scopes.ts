import { z } from 'zod'

const SERVICES = ['core', 'llm', 'analytics', 'semantic', 'audio'] as const
const SCOPES = ['*', ...SERVICES.flatMap((service) => [`${service}:read`, `${service}:write`]), 'llm:completions', 'analytics:embed'] as [string, ...string[]]

/** What an API key may be used for. */
export const Scope = z.enum(SCOPES).meta({ id: 'Scope', description: '`*`, `<service>:<read|write>`, `llm:completions` or `analytics:embed`' })

/** Whether a credential's scopes cover one scope: `*` covers all, `<service>:write` covers reading too. */
export const grantsScope = (held: readonly string[], needed: string): boolean =>
  held.includes('*') || held.includes(needed) || (needed.endsWith(':read') && held.includes(needed.replace(/:read$/, ':write')))
