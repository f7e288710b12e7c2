import type { Service } from '#domain/context.ts'
import { SERVICES } from './compose.ts'
import type { Environment } from './env.ts'

/** One address to answer at, and the setting that moves it. */
export type PlannedOrigin = { services: Service[]; port: number; setting: 'PORT' | `${Uppercase<Service>}_PORT` }

/**
 * What to serve where: the services named on the command line, all five without a name; each on its own port, or all on `PORT` when that is set.
 * Throws on a name that is no service and on two services with one port.
 */
export function planOrigins(names: string[], environment: Environment): PlannedOrigin[] {
  const unknown = names.filter((name) => !SERVICES.includes(name as Service))
  if (unknown.length) throw new Error(`no such service: ${unknown.join(', ')} (there are ${SERVICES.join(', ')})`)
  const services = SERVICES.filter((service) => names.length === 0 || names.includes(service))
  if (environment.PORT !== undefined) return [{ services, port: environment.PORT, setting: 'PORT' }]
  const planned = services.map((service): PlannedOrigin => {
    const setting = `${service.toUpperCase() as Uppercase<Service>}_PORT` as const
    return { services: [service], port: environment[setting], setting }
  })
  for (const { setting, port } of planned) {
    const other = planned.find((one) => one.port === port && one.setting !== setting)
    if (other) throw new Error(`bad settings:\n  ${other.setting}: the port ${port} is that of ${setting} too`)
  }
  return planned
}
