import { eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { deploymentSettings } from '#db/schema/deployment.ts'
import { signinPolicies } from '#db/schema/identity-providers.ts'
import { policyChange, type StoredPolicy, storedPolicy } from '../access/policy/signin-policy.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { requireAdmin } from '../allow.ts'
import { auditStatement, bumped } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { inOnePiece, onlyIf } from '../work/runs.ts'
import { requireReadable } from './contrast.ts'
import { forgetDeployment, inForce, SETTINGS_ID } from './effective.ts'
import { chosenMail, sealMailSecret } from './mail-choice.ts'
import type { DeploymentSettings, DeploymentSettingsChange, PublicSettings } from './settings-shape.ts'
import { type DeploymentValues, SETTING_NAMES, type SettingName, VARIABLES } from './values.ts'

type Row = { stored: Partial<DeploymentValues>; has_secret: boolean; revision: number; updated_at: string | null }

const columns = {
  stored: deploymentSettings.stored,
  has_secret: sql<boolean>`${deploymentSettings.mail_secret} is not null`.mapWith(Boolean).as('has_secret'),
  revision: deploymentSettings.revision,
  updated_at: deploymentSettings.updated_at,
}

/** The row as it is now, whatever this process remembers. */
async function readRow(ctx: Context): Promise<Row> {
  const [row] = await ctx.db.select(columns).from(deploymentSettings).where(eq(deploymentSettings.id, SETTINGS_ID))
  return row ?? { stored: {}, has_secret: false, revision: 0, updated_at: null }
}

/** What is in force and who said so, without secrets. Administrators only. */
export async function getSettings(ctx: Context): Promise<DeploymentSettings> {
  requireAdmin(ctx)
  const [row, policy] = await Promise.all([readRow(ctx), storedPolicy(ctx)])
  return shown(ctx, row, policy)
}

/** Name and theme, for everybody: the sign-in page is shown in them. */
export async function getPublicSettings(ctx: Context): Promise<z.infer<typeof PublicSettings>> {
  const { name, theme } = settled(inForce(ctx, (await readRow(ctx)).stored))
  return { name, theme }
}

const settled = (values: DeploymentValues) => ({
  name: values.name,
  theme: { font: values['theme.font'], series: values['theme.series'], colors: values['theme.colors'], dark_colors: values['theme.dark_colors'] },
})

function shown(ctx: Context, row: Row, policy: StoredPolicy): DeploymentSettings {
  const { fixed, passwordForced } = ctx.settings
  const values = inForce(ctx, row.stored)
  const server = values['mail.server']
  const hasSecret = fixed['mail.server'] ? server?.type === 'http' || server?.user !== null : row.has_secret
  const sourceOf = (name: SettingName) => (name in fixed ? 'env' : name in row.stored ? 'stored' : 'default')
  const policySource = policy.revision === 0 ? 'default' : 'stored'
  return {
    ...settled(values),
    mail: {
      server: server ? { ...server, has_secret: hasSecret } : null,
      from: values['mail.from'],
      language: values['mail.language'],
      types: [...ctx.ports.mailServers.types],
    },
    retention: {
      audit_days: values['retention.audit_days'],
      guest_thread_days: values['retention.guest_thread_days'],
      run_days: values['retention.run_days'],
    },
    sign_in: { password: passwordForced ? 'on' : policy.password, second_factor: policy.second_factor },
    sources: {
      ...Object.fromEntries(SETTING_NAMES.map((name) => [name, { source: sourceOf(name), locked: name in fixed, variable: VARIABLES[name] } as const])),
      'sign_in.password': { source: passwordForced ? 'env' : policySource, locked: passwordForced, variable: 'PASSWORD_SIGNIN' },
      'sign_in.second_factor': { source: policySource, locked: false, variable: null },
    },
    revision: row.revision,
    updated_at: row.updated_at,
  }
}

/**
 * Changes settings; `null` takes one back to its default. Administrators only, by a credential with every scope: whoever names the mail server reads what is mailed. Fails
 * with `invalid` for an accent nobody could read, with `conflict` for what the operator set otherwise and for a policy by which nobody could sign in, with `precondition_failed` when they changed since they were read.
 */
export async function updateSettings(ctx: Context, input: DeploymentSettingsChange): Promise<DeploymentSettings> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'set how this deployment works')
  const [row, policy] = await Promise.all([readRow(ctx), storedPolicy(ctx)])
  if (ctx.expectedRevision !== null && ctx.expectedRevision !== row.revision) throw changedMeanwhile()
  const mail = input.mail?.server ? chosenMail(ctx, input.mail.server, row.stored['mail.server'] ?? null) : null
  const changes = byName(input, mail?.server ?? null)
  const before = inForce(ctx, row.stored)
  for (const name of Object.keys(changes) as SettingName[]) refuseFixed(ctx, name, changes, before)
  requireReadable(changes)
  if (ctx.settings.passwordForced && input.sign_in?.password === 'off') throw fixedBy('sign_in.password', 'PASSWORD_SIGNIN')
  const stored = Object.fromEntries(Object.entries({ ...row.stored, ...changes }).filter(([, value]) => value !== null && value !== undefined))
  const after = inForce(ctx, stored)
  if (after['mail.server'] && after['mail.from'] === null) {
    throw new Failure('invalid', 'mails need a sender', { param: 'mail.from', hint: '"from": "Querent <querent@example.com>"' })
  }
  const secret = 'mail.server' in changes && mail?.secret !== undefined ? { mail_secret: await sealMailSecret(ctx, mail.secret) } : {}
  const forgotten = changes['mail.server'] === null ? { mail_secret: null } : {}
  const at = instantOf(ctx)
  const set = { stored, ...secret, ...forgotten }
  const change = ctx.db
    .insert(deploymentSettings)
    .values({ id: SETTINGS_ID, ...set, created_at: at, updated_at: at })
    .onConflictDoUpdate({ target: deploymentSettings.id, set: { ...set, ...bumped(ctx, deploymentSettings) } })
  const signIn = input.sign_in && Object.keys(input.sign_in).length ? await policyChange(ctx, policy, input.sign_in) : null
  const details = { ...told(changes, before, after), ...(signIn ? { sign_in: input.sign_in } : {}), ...(mail?.secret ? { secret: 'set' } : {}) }
  const entry = auditStatement(ctx, { type: 'settings.updated', resource: { type: 'settings', id: SETTINGS_ID }, details }, false)
  const isMine = await inOnePiece(ctx, [onlyIf(ctx, isAt(row.revision, policy.revision)), change, ...(signIn ? [signIn.change, ...signIn.also] : []), entry])
  if (!isMine) throw changedMeanwhile()
  forgetDeployment(ctx.db)
  return getSettings(ctx)
}

const changedMeanwhile = () =>
  new Failure('precondition_failed', 'the settings changed since they were read', { hint: 'read them again and repeat the change with their new ETag' })

const isAt = (settings: number, policy: number): SQL =>
  sql`coalesce((select max(${deploymentSettings.revision}) from ${deploymentSettings}), 0) = ${settings} and coalesce((select max(${signinPolicies.revision}) from ${signinPolicies}), 0) = ${policy}`

type Changes = { [Name in SettingName]?: DeploymentValues[Name] | null }

/** What was sent, by the name of the setting. */
function byName({ name, theme, mail, retention }: DeploymentSettingsChange, server: MailServer | null): Changes {
  const all: Changes = {
    name,
    'theme.font': theme?.font,
    'theme.series': theme?.series,
    'theme.colors': theme?.colors as Changes['theme.colors'],
    'theme.dark_colors': theme?.dark_colors as Changes['theme.dark_colors'],
    'mail.server': mail?.server ? server : mail?.server,
    'mail.from': mail?.from,
    'mail.language': mail?.language,
    'retention.audit_days': retention?.audit_days,
    'retention.guest_thread_days': retention?.guest_thread_days,
    'retention.run_days': retention?.run_days,
  } as Changes
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const fixedBy = (param: string, variable: string) =>
  new Failure('conflict', `${param} is set in the environment`, { param, hint: `the operator set ${variable}, which wins; unset it there to change it here` })

/** What the operator set may be sent as it is, so that a form can be sent back whole; otherwise it is refused. */
function refuseFixed(ctx: Context, name: SettingName, changes: Changes, before: DeploymentValues): void {
  if (!(name in ctx.settings.fixed)) return
  if (JSON.stringify(changes[name]) !== JSON.stringify(before[name])) throw fixedBy(name, VARIABLES[name])
  delete changes[name]
}

/** What the audit log says: the values before and after, among which there is no secret. */
function told(changes: Changes, before: DeploymentValues, after: DeploymentValues) {
  const fields = Object.keys(changes) as SettingName[]
  const of = (values: DeploymentValues) => Object.fromEntries(fields.map((name) => [name, values[name]]))
  return { fields, from: of(before), to: of(after) }
}
