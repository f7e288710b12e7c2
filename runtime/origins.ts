import type { Service } from '#domain/context.ts'
import { SERVICES } from './compose.ts'
import type { Environment } from './env.ts'

/** As in `.env.example`. */
export const DEFAULT_WORKSPACE_PORT = 42010

/** One address to answer at, and the setting that moves it. `workspace`: its pages stand there, with what the services elsewhere answer. */
export type PlannedOrigin = {
  services: Service[]
  port: number
  setting: 'PORT' | 'WORKSPACE_PORT' | `${Uppercase<Service>}_PORT`
  workspace: { elsewhere: Partial<Record<Service, string>> } | null
}

/**
 * What to serve where: the services named on the command line, all five without a name; each on its own port, or all on `PORT` when that is set.
 * The workspace is served where all five prefixes can be: by this process, or passed on to the URLs of the settings. Throws on a name that is no service
 * and on two services with one port.
 */
export function planOrigins(names: string[], environment: Environment): PlannedOrigin[] {
  const unknown = names.filter((name) => !SERVICES.includes(name as Service) && name !== 'workspace')
  if (unknown.length) throw new Error(`no such service: ${unknown.join(', ')} (there are ${[...SERVICES, 'workspace'].join(', ')})`)
  const services = SERVICES.filter((service) => names.length === 0 || names.includes(service))
  const workspace = planWorkspace(services, environment)
  if (workspace === null && names.includes('workspace')) throw new Error(whyNoWorkspace(services, environment))
  if (environment.PORT !== undefined) return [{ services, port: environment.PORT, setting: 'PORT', workspace }]
  const planned = services.map((service): PlannedOrigin => {
    const setting = `${service.toUpperCase() as Uppercase<Service>}_PORT` as const
    return { services: [service], port: environment[setting], setting, workspace: null }
  })
  if (workspace && environment.WORKSPACE_PORT !== 'off') planned.push({ services, port: environment.WORKSPACE_PORT, setting: 'WORKSPACE_PORT', workspace })
  for (const { setting, port } of planned) {
    const other = planned.find((one) => one.port === port && one.setting !== setting)
    if (other) throw new Error(`bad settings:\n  ${other.setting}: the port ${port} is that of ${setting} too`)
  }
  return planned
}

const urlOf = (service: Service, environment: Environment): string | undefined => environment[`${service.toUpperCase() as Uppercase<Service>}_URL`]

function planWorkspace(services: Service[], environment: Environment): PlannedOrigin['workspace'] {
  if (environment.WORKSPACE_PORT === 'off') return null
  const others = SERVICES.filter((service) => !services.includes(service)).map((service) => [service, urlOf(service, environment)] as const)
  return others.every(([, url]) => url !== undefined) ? { elsewhere: Object.fromEntries(others) as Partial<Record<Service, string>> } : null
}

function whyNoWorkspace(services: Service[], environment: Environment): string {
  if (environment.WORKSPACE_PORT === 'off') return 'bad settings:\n  WORKSPACE_PORT: off, although the workspace is to be served'
  const missing = SERVICES.filter((service) => !services.includes(service) && urlOf(service, environment) === undefined)
  return `bad settings:\n${missing.map((service) => `  ${service.toUpperCase()}_URL: needed for the workspace, as ${service} is not served here`).join('\n')}`
}

/** Where readers open the workspace. */
export function workspaceAddress({ WORKSPACE_URL, WORKSPACE_PORT, PORT, HOST }: Environment): string {
  if (WORKSPACE_URL !== undefined) return WORKSPACE_URL.replace(/\/+$/, '')
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${PORT ?? WORKSPACE_PORT}`
}
