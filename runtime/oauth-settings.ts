import type { Settings } from '#domain/settings.ts'
import type { Environment } from './env.ts'

/** Where the workspace stands while it is developed. */
export const nearbyWorkspace = ({ PORT, WORKSPACE_PORT, CORE_PORT }: Environment): string =>
  `http://localhost:${PORT ?? (WORKSPACE_PORT === 'off' ? CORE_PORT : WORKSPACE_PORT)}`

/** Where apps are connected: at the workspace, whose address in production only the operator knows. They reach the services there and at their own addresses. */
export function oauthOf(environment: Environment): Settings['oauth'] {
  const { APP_ENV, WORKSPACE_URL, API_ORIGINS, PORT, CORE_PORT, LLM_PORT, ANALYTICS_PORT, SEMANTIC_PORT, AUDIO_PORT } = environment
  if (APP_ENV === 'production' && !WORKSPACE_URL) return null
  const issuer = (WORKSPACE_URL ?? nearbyWorkspace(environment)).replace(/\/+$/, '')
  const { CORE_URL, LLM_URL, ANALYTICS_URL, SEMANTIC_URL, AUDIO_URL } = environment
  const ports = PORT === undefined ? [CORE_PORT, LLM_PORT, ANALYTICS_PORT, SEMANTIC_PORT, AUDIO_PORT] : [PORT]
  const nearby = ports.flatMap((port) => [`http://127.0.0.1:${port}`, `http://localhost:${port}`])
  const named = [issuer, ...API_ORIGINS, CORE_URL, LLM_URL, ANALYTICS_URL, SEMANTIC_URL, AUDIO_URL].filter((url) => url !== undefined && URL.canParse(url))
  return { issuer, origins: [...new Set([...named.map((url) => new URL(url as string).origin), ...nearby])] }
}
