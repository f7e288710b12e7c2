import type { Ports } from '#domain/context.ts'

const refuse = (name: string) => (): never => {
  throw new Error(`the services of this Worker have no use for ${name}, and it holds none`)
}

/** The ports no service here uses: a Worker of one service is as small as what it does. */
export const absentPorts: Omit<Ports, 'vault' | 'log' | 'telemetry'> = {
  sources: {
    serves: () => false,
    validate: refuse('data sources'),
    introspect: refuse('data sources'),
    profile: refuse('data sources'),
    query: refuse('data sources'),
  },
  files: null,
  arithmetic: refuse('expressions'),
  conditions: refuse('expressions'),
  models: { open: refuse('models'), list: refuse('models'), wire: refuse('models') },
  charts: { draw: refuse('pictures'), drawPage: refuse('pictures'), drawError: refuse('pictures') },
  tableFiles: { write: refuse('files of tables') },
  results: { take: refuse('results') },
  speech: { open: refuse('speech engines'), embedded: () => null },
  passwords: { hash: refuse('passwords'), verify: refuse('passwords') },
  openid: {
    discover: refuse('identity providers'),
    authorizationUrl: refuse('identity providers'),
    redeem: refuse('identity providers'),
    logoutToken: refuse('identity providers'),
  },
  oneTimeCodes: { newSecret: refuse('one-time codes'), address: refuse('one-time codes'), stepOf: refuse('one-time codes') },
  webhooks: { check: refuse('webhooks'), send: refuse('webhooks') },
  clientDocuments: { read: refuse('documents of apps') },
  mailer: null,
  mailServers: { types: [], open: refuse('mail servers') },
  backup: null,
  // The list of public suffixes is 47 kB gzip.
  isPublicSuffix: null,
}
