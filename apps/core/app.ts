import { accessRouter } from '#http/access.ts'
import { createService } from '#http/service.ts'
import { apiKeys } from './api-keys.ts'
import { assignments } from './assignments.ts'
import { auditLogs } from './audit-logs.ts'
import { auths } from './auths.ts'
import { budgets } from './budgets.ts'
import { directories } from './directories.ts'
import { events } from './events.ts'
import { federation } from './federation.ts'
import { groups, people } from './groups.ts'
import { identities } from './identities.ts'
import { identityProviders } from './identity-providers.ts'
import { jobs } from './jobs.ts'
import { mails } from './mails.ts'
import { models } from './models.ts'
import { oauth } from './oauth.ts'
import { oauthConsent } from './oauth-consent.ts'
import { prompts } from './prompts.ts'
import { providers } from './providers.ts'
import { scimDiscovery } from './scim/discovery.ts'
import { scimGroups, scimSearch, scimUsers } from './scim/resources.ts'
import { secondFactors } from './second-factors.ts'
import { settings } from './settings.ts'
import { signins } from './signins.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** Central management: users, groups, models, prompts, audit log, credentials. */
export const createCore = () =>
  createService('core', 'Querent Core', [
    users,
    groups,
    people,
    auths,
    signins,
    secondFactors,
    federation,
    identityProviders,
    directories,
    scimDiscovery,
    scimUsers,
    scimGroups,
    scimSearch,
    identities,
    apiKeys,
    oauth,
    oauthConsent,
    providers,
    models,
    budgets,
    prompts,
    jobs,
    auditLogs,
    events,
    webhooks,
    mails,
    settings,
    accessRouter({ type: 'model', path: '/models', prefix: 'mdl' }),
    accessRouter({ type: 'prompt', path: '/prompts', prefix: 'prm' }),
    accessRouter({ type: 'job', path: '/jobs', prefix: 'job' }),
    ...assignments,
  ])
