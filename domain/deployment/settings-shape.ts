import { z } from 'zod'
import { SignInPolicy, signInPolicyFields } from '../access/policy/signin-policy.ts'
import { parseMailbox } from '../mail/mailbox.ts'
import { Instant, strict } from '../strict.ts'
import { DEFAULTS } from './values.ts'

/** A name of one line, which stands in subjects of mails and titles of pages. */
export const DeploymentName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .refine((text) => /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u.test(text), 'a name of one line')

/** No form of a family that leads anywhere, nor ends what it stands in. */
export const FontName = z.string().refine((text) => /^[\p{L}\p{N} _-]{1,64}$/u.test(text), 'the name of a font')

export const COLOR_NAMES = ['background', 'text', 'muted', 'grid', 'line', 'accent', 'good', 'bad'] as const
const Color = z.string().regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, 'a colour such as #4f5bd5')
const colors = (color: z.ZodString) =>
  strict(Object.fromEntries(COLOR_NAMES.map((name) => [name, color.optional()])) as Record<ColorName, z.ZodOptional<z.ZodString>>)
type ColorName = (typeof COLOR_NAMES)[number]

const themed = (color: z.ZodString) => ({
  font: FontName.nullable().meta({
    description: 'Of charts, mails and the workspace, where the reader’s machine has it; null: the usual one',
    example: 'Inter',
  }),
  series: z.array(color).max(24).meta({ description: 'Colours of series, in their order; none: the usual ones' }),
  colors: colors(color).meta({ description: 'What the light theme has in the place of its own' }),
  dark_colors: colors(color).meta({ description: 'The same for the dark theme' }),
})
/** The environment may name colours as CSS does. */
export const DeploymentTheme = z.object(themed(z.string())).meta({ id: 'DeploymentTheme' })

const smtp = {
  type: z.literal('smtp'),
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'the name or address of a host')
    .meta({ example: 'mail.example.com' }),
  port: z.int().min(1).max(65_535),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .meta({ description: '`tls` from the first byte (465); `starttls`, which is required (587); `none` in the clear, without a password but on this machine' }),
  user: z.string().min(1).max(320).nullable(),
}
const http = {
  type: z.literal('http'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((text) => !URL.canParse(text) || !(new URL(text).username || new URL(text).password), 'an address without user and password: send secret'),
  format: z.enum(['resend', 'postmark']).meta({ description: 'Whose JSON the provider takes' }),
}
const secret = z
  .string()
  .min(1)
  .max(1_000)
  .nullable()
  .optional()
  .meta({ description: 'The password, or the provider’s key. Sealed, and never read back; absent: the one that is kept, if the server stays the same' })
const has_secret = z.boolean()

export const MailServerShown = z.discriminatedUnion('type', [z.object({ ...smtp, has_secret }), z.object({ ...http, has_secret })]).meta({ id: 'MailServer' })
export const MailServerInput = z.discriminatedUnion('type', [strict({ ...smtp, secret }), strict({ ...http, secret })]).meta({ id: 'MailServerInput' })

const Sender = z
  .string()
  .max(400)
  .refine((text) => parseMailbox(text) !== null, 'an address such as Querent <querent@example.com>')
  .meta({ description: 'The sender of mails', example: 'Querent <querent@example.com>' })
const Language = z.enum(['en', 'de']).meta({ description: 'Of mails' })

const retention = {
  audit_days: z.int().min(1).max(36_500).nullable().meta({ description: 'How long entries of the audit log are kept; null: for ever' }),
  guest_thread_days: z
    .int()
    .min(0)
    .max(3_650)
    .meta({ description: 'How long the questions of a guest are kept whom his token names; 0: as long as the token' }),
  run_days: z.int().min(1).max(3_650).meta({ description: 'How long runs of jobs, deliveries, mails and recordings are kept that have ended' }),
}

const Source = z
  .object({
    source: z.enum(['env', 'stored', 'default']).meta({ description: 'Who said it: the operator in the environment, who wins; administrators here; nobody' }),
    locked: z.boolean().meta({ description: 'It cannot be changed here' }),
    variable: z.string().nullable().meta({ description: 'What sets it in the environment' }),
  })
  .meta({ id: 'SettingSource' })

export const DeploymentSettings = z
  .object({
    name: z.string().meta({ description: 'What the deployment is called: on the sign-in page, in the workspace and in mails', example: DEFAULTS.name }),
    theme: DeploymentTheme,
    mail: z.object({
      server: MailServerShown.nullable(),
      from: Sender.nullable(),
      language: Language,
      types: z.array(z.enum(['smtp', 'http'])).meta({ description: 'What may be named here: Workers send mail by HTTP only' }),
    }),
    retention: z.object(retention),
    sign_in: SignInPolicy.pick({ password: true, second_factor: true }),
    sources: z.record(z.string(), Source).meta({ description: 'By the name of the setting, such as `theme.font`' }),
    revision: z.int().meta({ description: 'Grows with each change; the ETag' }),
    updated_at: Instant.nullable().meta({ description: 'null: never changed' }),
  })
  .meta({ id: 'DeploymentSettings' })
export type DeploymentSettings = z.infer<typeof DeploymentSettings>

/** Every member with `null`, which takes it back to its default. */
const orDefault = <Shape extends z.ZodRawShape>(shape: Shape) =>
  strict(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).nullable().optional()])) as unknown as OrDefault<Shape>)
type OrDefault<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> }

export const DeploymentSettingsChange = strict({
  name: DeploymentName.nullable().optional(),
  theme: orDefault(themed(Color)).optional(),
  mail: orDefault({ server: MailServerInput, from: Sender, language: Language }).optional(),
  retention: orDefault(retention).optional(),
  sign_in: strict(signInPolicyFields).partial().optional(),
}).meta({
  id: 'DeploymentSettingsChange',
  description: 'What is absent stays; null takes a setting back to its default',
  example: { name: 'Acme Insights', theme: { colors: { accent: '#0e7490' } }, retention: { audit_days: 365 } },
})
export type DeploymentSettingsChange = z.infer<typeof DeploymentSettingsChange>

export const PublicSettings = z
  .object({ name: DeploymentSettings.shape.name, theme: DeploymentTheme })
  .meta({ id: 'PublicSettings', description: 'What everybody may know of a deployment, signed in or not' })

export const MailTrial = strict({ server: MailServerInput.optional(), from: Sender.optional() }).meta({
  id: 'MailTrial',
  description: 'What is absent is taken from the settings',
  example: {
    server: { type: 'smtp', host: 'mail.example.com', port: 587, security: 'starttls', user: 'querent', secret: '…' },
    from: 'Querent <querent@example.com>',
  },
})
export const MailTried = z
  .object({
    outcome: z.enum(['taken', 'later', 'never']).meta({ description: 'Taken; not now, or not reached; or refused for good' }),
    reply: z.string().meta({ description: 'What the mail server said, or why it was not reached', example: '250 2.0.0 Ok: queued as 4F1' }),
    to: z.string().meta({ description: 'Your own address', example: 'ann@example.com' }),
    duration_ms: z.int(),
  })
  .meta({ id: 'MailTried' })
