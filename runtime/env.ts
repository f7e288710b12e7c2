import { z } from 'zod'
import { parseSmtpUrl } from '#connectors/mail/smtp-address.ts'
import { parseNet } from '#connectors/sources/allowed-address.ts'
import { endpointOf, type OwnEndpoint } from '#connectors/sources/own-endpoints.ts'
import { parseApiKey } from '#domain/access/api-key.ts'
import { toBase64 } from '#domain/access/base64.ts'
import { parseMasterKeys } from '#domain/access/master-keys.ts'
import { parseMailbox } from '#domain/mail/mailbox.ts'
import type { Settings } from '#domain/settings.ts'
import { FIXED_SETTINGS, fixedOf } from './fixed-settings.ts'
import { nearbyWorkspace, oauthOf } from './oauth-settings.ts'
import { RECORD_SETTINGS, recordSettings } from './record-settings.ts'
import { missingForTelemetry, TELEMETRY_SETTINGS, traceEndpoint } from './telemetry/settings.ts'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const port = z.coerce.number().int().min(1).max(65535)
const serviceUrl = z.url({ protocol: /^https?$/ }).optional()
const bytes = z.coerce.number().int().min(1024)
const listOf = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** Every setting, its form and its default; `.env.example` says the same in words. */
export const Environment = z.object({
  APP_ENV: z.enum(['development', 'production']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.optional(),
  CORE_PORT: port.default(42021),
  LLM_PORT: port.default(42015),
  ANALYTICS_PORT: port.default(42014),
  SEMANTIC_PORT: port.default(42018),
  AUDIO_PORT: port.default(42012),
  WORKSPACE_PORT: z.union([z.literal('off'), port]).default(42010),
  WORKSPACE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CORE_URL: serviceUrl,
  LLM_URL: serviceUrl,
  ANALYTICS_URL: serviceUrl,
  SEMANTIC_URL: serviceUrl,
  AUDIO_URL: serviceUrl,
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|libsql:|https?:|wss?:)/, 'a file:, libsql:, http: or https: URL')
    .optional(),
  DATABASE_AUTH_TOKEN: z.string().optional(),
  QUERENT_MASTER_KEYS: z.string().superRefine(masterKeys).optional(),
  QUERENT_ADMIN_EMAIL: z.email().toLowerCase().default('admin@localhost.local'),
  QUERENT_ADMIN_API_KEY: z
    .string()
    .refine((text) => parseApiKey(text) !== null, 'an API key qk_<env>_<id><secret and checksum>; leave it out to have one made')
    .optional(),
  QUERENT_DEPLOYMENT: z
    .string()
    .regex(/^[a-z0-9.-]{1,64}$/)
    .default('querent'),
  DOCS: z.enum(['open', 'authenticated', 'off']).optional(),
  HEALTH_PUBLIC: flag.default(false),
  CORS_ORIGINS: listOf.default([]),
  API_ORIGINS: listOf.default([]),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  MAX_JSON_BYTES: bytes.default(1_048_576),
  MAX_UPLOAD_BYTES: bytes.default(268_435_456),
  MAX_AUDIO_BYTES: bytes.default(26_214_400),
  STREAM_STALL_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  QUERY_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
  QUERY_ROW_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(10_000),
  QUERY_WAIT_MS: z.coerce.number().int().min(100).max(600_000).default(10_000),
  QUERIES_PER_SOURCE: z.coerce.number().int().min(1).max(100).default(6),
  QUERIES_PER_USER: z.coerce.number().int().min(1).max(1_000).default(12),
  QUERY_RUNNERS: z.coerce.number().int().min(1).max(32).default(4),
  QUERY_MEMORY_MB: z.coerce.number().int().min(128).max(65_536).default(1024),
  QUERY_RUNNER_URL: z.url().optional(),
  QUERY_RUNNER_SECRET: z.string().min(32).optional(),
  QUERY_RUNNER_PORT: port.optional(),
  MODEL_CONNECT_MS: z.coerce.number().int().min(50).max(120_000).default(10_000),
  MODEL_FIRST_TOKEN_MS: z.coerce.number().int().min(50).max(600_000).default(60_000),
  MODEL_BETWEEN_TOKENS_MS: z.coerce.number().int().min(50).max(600_000).default(30_000),
  MODEL_RETRIES: z.coerce.number().int().min(0).max(5).default(2),
  DESCRIBE_CALL_MS: z.coerce.number().int().min(1_000).max(3_600_000).optional(),
  DESCRIBE_AT_ONCE: z.coerce.number().int().min(1).max(32).optional(),
  FIND_LOCAL_MODELS: flag.default(true),
  WORD_VECTORS: flag.default(true),
  QUESTION_SECONDS: z.coerce.number().min(0.05).max(3600).default(120),
  QUESTION_MODEL_CALLS: z.coerce.number().int().min(1).max(50).default(6),
  QUESTION_QUERIES: z.coerce.number().int().min(1).max(50).default(5),
  QUESTION_TOKENS: z.coerce.number().int().min(100).max(100_000_000).default(200_000),
  QUESTION_ROWS: z.coerce.number().int().min(1).max(100_000_000).default(50_000),
  DATASOURCE_FILE_ROOT: z.string().min(1).optional(),
  STAGE_MAX_MB: z.coerce.number().int().min(16).max(10_000_000).default(10_240),
  FILE_STORE_URL: z
    .string()
    .regex(/^s3:\/\/[^/?]+(\/[^?]*)?\?(?=.*endpoint=https?:).*$/, 's3://<bucket>/<prefix>?endpoint=https://…&region=…')
    .optional(),
  FILE_STORE_ACCESS_KEY_ID: z.string().optional(),
  FILE_STORE_SECRET_ACCESS_KEY: z.string().optional(),
  DATASOURCE_ALLOWED_NETS: listOf.superRefine(networks).default([]),
  MODEL_ALLOWED_NETS: listOf.superRefine(networks).optional(),
  WEBHOOK_ALLOWED_NETS: listOf.superRefine(networks).optional(),
  SMTP_URL: z
    .string()
    .transform(
      (text, check) =>
        parseSmtpUrl(text) ??
        refuse(check, 'smtps://user:password@host:465 or smtp://user:password@host:587; ?tls=none, without a password, sends in the clear'),
    )
    .optional(),
  MAIL_HTTP_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAIL_HTTP_KEY: z.string().min(1).optional(),
  MAIL_HTTP_FORMAT: z.enum(['resend', 'postmark']).default('resend'),
  MAIL_FROM: z
    .string()
    .transform((text, check) => parseMailbox(text) ?? refuse(check, 'an address such as Querent <querent@example.com>'))
    .optional(),
  MAIL_ALLOWED_NETS: listOf.superRefine(networks).optional(),
  IDENTITY_ALLOWED_NETS: listOf.superRefine(networks).optional(),
  PASSWORD_SIGNIN: z.enum(['policy', 'on']).default('policy'),
  TIME_ZONE: z.string().refine(isTimeZone, 'an IANA time zone such as Europe/Berlin').default('UTC'),
  ...RECORD_SETTINGS,
  ...FIXED_SETTINGS,
  SPEECH_ENGINE: z.enum(['none', 'openai-compatible', 'whisper']).optional(),
  SPEECH_BASE_URL: z.url().optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_MODEL: z.string().min(1).optional(),
  SPEECH_DIR: z.string().min(1).optional(),
  SPEECH_PROCESSES: z.coerce.number().int().min(1).max(32).default(1),
  SPEECH_THREADS: z.coerce.number().int().min(1).max(64).default(1),
  SPEECH_MEMORY_MB: z.coerce.number().int().min(512).max(65_536).default(1024),
  SPEECH_SECONDS: z.coerce.number().int().min(1).max(36_000).default(600),
  SPEECH_MAX_MINUTES: z.coerce.number().int().min(1).max(1_440).default(60),
  SPEECH_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  SPEECH_OPTIMIZE: flag.default(true),
  SPEECH_OPTIMIZE_MODEL: z.string().min(1).optional(),
  ...TELEMETRY_SETTINGS,
  LOG: z.enum(['json', 'off']).default('json'),
  SHUTDOWN_SECONDS: z.coerce.number().min(0).max(600).default(25),
})
export type Environment = z.infer<typeof Environment>

/** Where a developer's own model servers run. */
const NEARBY = ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/** The networks that providers and speech engines may be called in beyond the public Internet: those listed, else in development those nearby, in production none. */
export const modelNetsOf = ({ MODEL_ALLOWED_NETS, APP_ENV }: Environment): string[] => MODEL_ALLOWED_NETS ?? (APP_ENV === 'production' ? [] : NEARBY)

/** The networks that webhooks may be sent into beyond the public Internet: as `modelNetsOf`. */
export const webhookNetsOf = ({ WEBHOOK_ALLOWED_NETS, APP_ENV }: Environment): string[] => WEBHOOK_ALLOWED_NETS ?? (APP_ENV === 'production' ? [] : NEARBY)

/** The networks in which a mail server or provider may stand beyond the public Internet: as `modelNetsOf`. */
export const mailNetsOf = ({ MAIL_ALLOWED_NETS, APP_ENV }: Environment): string[] => MAIL_ALLOWED_NETS ?? (APP_ENV === 'production' ? [] : NEARBY)

/** The networks in which an identity provider may stand beyond the public Internet: as `modelNetsOf`. */
export const identityNetsOf = ({ IDENTITY_ALLOWED_NETS, APP_ENV }: Environment): string[] => IDENTITY_ALLOWED_NETS ?? (APP_ENV === 'production' ? [] : NEARBY)

/** Keys printed in documentation: whoever knows the documentation knows them. */
const PUBLISHED = new Set(['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'cXVlcmVudC1leGFtcGxlLWtleS1kby1ub3QtdXNlISE='])

/** Reads the settings from environment variables; empty ones count as absent. Throws one message naming every bad variable and what it expects. */
export function readEnvironment(variables: Record<string, unknown>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => typeof value === 'string' && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw badSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const missing = missingSettings(parsed.data)
  if (missing.length) throw badSettings(missing)
  return parsed.data
}

const badSettings = (lines: string[]): Error => new Error(`bad settings:\n${lines.map((line) => `  ${line}`).join('\n')}`)

/** What other settings make necessary. */
function missingSettings(environment: Environment): string[] {
  const { APP_ENV, QUERENT_MASTER_KEYS, QUERY_RUNNER_URL, QUERY_RUNNER_PORT, QUERY_RUNNER_SECRET } = environment
  const missing: string[] = []
  if (APP_ENV === 'production' && !QUERENT_MASTER_KEYS) {
    missing.push('QUERENT_MASTER_KEYS: needed in production: <id>:<32 random bytes in base64>, made by: openssl rand -base64 32')
  }
  if ((QUERY_RUNNER_URL || QUERY_RUNNER_PORT) && !QUERY_RUNNER_SECRET) {
    missing.push('QUERY_RUNNER_SECRET: needed with QUERY_RUNNER_URL and QUERY_RUNNER_PORT, at least 32 characters')
  }
  if (environment.FILE_STORE_URL && !(environment.FILE_STORE_ACCESS_KEY_ID && environment.FILE_STORE_SECRET_ACCESS_KEY)) {
    missing.push('FILE_STORE_ACCESS_KEY_ID, FILE_STORE_SECRET_ACCESS_KEY: needed with FILE_STORE_URL')
  }
  return [...missing, ...missingForMail(environment), ...missingForTelemetry(environment)]
}

function missingForMail({ APP_ENV, SMTP_URL, MAIL_HTTP_URL, MAIL_HTTP_KEY, MAIL_FROM, WORKSPACE_URL }: Environment): string[] {
  if (!SMTP_URL && !MAIL_HTTP_URL) return []
  return [
    ...(SMTP_URL && MAIL_HTTP_URL ? ['SMTP_URL, MAIL_HTTP_URL: one of them, not both'] : []),
    ...(MAIL_FROM ? [] : ['MAIL_FROM: needed to send mail: Querent <querent@example.com>']),
    ...(MAIL_HTTP_URL && !MAIL_HTTP_KEY ? ['MAIL_HTTP_KEY: needed with MAIL_HTTP_URL'] : []),
    ...(APP_ENV === 'production' && !WORKSPACE_URL ? ['WORKSPACE_URL: needed to send mail: the links in it begin with it'] : []),
  ]
}

/** Tells what a setting expects, in place of a value. */
function refuse(check: z.RefinementCtx, message: string): never {
  check.addIssue({ code: 'custom', message })
  return z.NEVER
}

function masterKeys(text: string, check: z.RefinementCtx): void {
  try {
    const published = parseMasterKeys(text).find(({ bytes }) => PUBLISHED.has(toBase64(bytes)))
    if (published) check.addIssue({ code: 'custom', message: `the key "${published.kid}" is an example from documentation` })
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
}

/** What the domain needs to know of the settings. */
export const settingsOf = (environment: Environment, version: string): Settings => ({
  appEnv: environment.APP_ENV,
  version,
  docs: environment.DOCS ?? (environment.APP_ENV === 'production' ? 'off' : 'open'),
  healthPublic: environment.HEALTH_PUBLIC,
  corsOrigins: environment.CORS_ORIGINS,
  workspaceUrl: environment.WORKSPACE_URL ?? null,
  fixed: fixedOf(environment),
  mail: { linksTo: (environment.WORKSPACE_URL ?? nearbyWorkspace(environment)).replace(/\/+$/, '') },
  passwordForced: environment.PASSWORD_SIGNIN === 'on',
  oauth: oauthOf(environment),
  deployment: environment.QUERENT_DEPLOYMENT,
  maxJsonBytes: environment.MAX_JSON_BYTES,
  maxUploadBytes: environment.MAX_UPLOAD_BYTES,
  maxAudioBytes: environment.MAX_AUDIO_BYTES,
  streamStallSeconds: environment.STREAM_STALL_SECONDS,
  queryTimeoutMs: environment.QUERY_TIMEOUT_MS,
  queryRowLimit: environment.QUERY_ROW_LIMIT,
  timeZone: environment.TIME_ZONE,
  ...recordSettings(environment),
  modelCalls: {
    firstTokenMs: environment.MODEL_FIRST_TOKEN_MS,
    betweenTokensMs: environment.MODEL_BETWEEN_TOKENS_MS,
    retries: environment.MODEL_RETRIES,
  },
  describing: { callMs: environment.DESCRIBE_CALL_MS ?? null, atOnce: environment.DESCRIBE_AT_ONCE ?? null },
  question: {
    seconds: environment.QUESTION_SECONDS,
    modelCalls: environment.QUESTION_MODEL_CALLS,
    queries: environment.QUESTION_QUERIES,
    tokens: environment.QUESTION_TOKENS,
    rows: environment.QUESTION_ROWS,
  },
  speech: {
    engine: environment.SPEECH_ENGINE ?? null,
    baseUrl: environment.SPEECH_BASE_URL ?? null,
    apiKey: environment.SPEECH_API_KEY ?? null,
    model: environment.SPEECH_MODEL ?? null,
    language: environment.SPEECH_LANGUAGE ?? null,
    optimize: { enabled: environment.SPEECH_OPTIMIZE, model: environment.SPEECH_OPTIMIZE_MODEL ?? null },
  },
})

function networks(list: string[], check: z.RefinementCtx): void {
  for (const text of list) {
    if (parseNet(text) === null) check.addIssue({ code: 'custom', message: `${JSON.stringify(text)} is no network such as 10.0.0.0/8 and no address` })
  }
}

/** The servers of this deployment, to none of which a data source may lead. */
export function ownEndpointsOf(environment: Environment): OwnEndpoint[] {
  const { PORT, CORE_PORT, LLM_PORT, ANALYTICS_PORT, SEMANTIC_PORT, AUDIO_PORT, WORKSPACE_PORT, QUERY_RUNNER_PORT, DATABASE_URL, QUERY_RUNNER_URL } =
    environment
  const metrics = environment.METRICS === 'on' ? environment.METRICS_PORT : undefined
  const ports = [PORT, WORKSPACE_PORT, CORE_PORT, LLM_PORT, ANALYTICS_PORT, SEMANTIC_PORT, AUDIO_PORT, QUERY_RUNNER_PORT, metrics]
  const here = ports.filter((port) => typeof port === 'number').map((port) => ({ host: null, port }))
  const { CORE_URL, LLM_URL, ANALYTICS_URL, SEMANTIC_URL, AUDIO_URL } = environment
  const collector = traceEndpoint(environment) ?? undefined
  return [...here, ...[DATABASE_URL, QUERY_RUNNER_URL, collector, CORE_URL, LLM_URL, ANALYTICS_URL, SEMANTIC_URL, AUDIO_URL].flatMap(endpointOf)]
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
