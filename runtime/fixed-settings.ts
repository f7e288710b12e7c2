import { z } from 'zod'
import { isColor } from '#charts/theme.ts'
import type { SmtpAddress } from '#connectors/mail/smtp-address.ts'
import { COLOR_NAMES, DeploymentName, FontName } from '#domain/deployment/settings-shape.ts'
import type { DeploymentValues, ThemeColors } from '#domain/deployment/values.ts'
import type { MailServer } from '#domain/mail/mail-server.ts'
import { mailboxText } from '#domain/mail/mailbox.ts'
import type { Environment } from './env.ts'

const listOf = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const PAIR = new RegExp(`^(?:${COLOR_NAMES.join('|')})=`)

/** `accent=#4f5bd5,text=#111111`: some of the theme's colours. */
const chartColors = listOf
  .refine((pairs) => pairs.every((pair) => PAIR.test(pair) && isColor(pair.split('=')[1] ?? '')), {
    error: `pairs such as accent=#4f5bd5, of: ${COLOR_NAMES.join(', ')}`,
  })
  .transform((pairs): ThemeColors => Object.fromEntries(pairs.map((pair) => pair.split('='))))

/** What administrators may set otherwise: said here, it wins. */
export const FIXED_SETTINGS = {
  DEPLOYMENT_NAME: DeploymentName.optional(),
  MAIL_LANGUAGE: z.enum(['en', 'de']).optional(),
  GUEST_THREAD_DAYS: z.coerce.number().int().min(0).max(3650).optional(),
  RUN_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).optional(),
  AUDIT_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  CHART_FONT: FontName.optional(),
  CHART_SERIES: listOf.refine((colors) => colors.every(isColor), 'colours such as #4f5bd5, with commas between').optional(),
  CHART_COLORS: chartColors.optional(),
  CHART_COLORS_DARK: chartColors.optional(),
}

/** What the operator said of it. */
export function fixedOf(environment: Environment): Partial<DeploymentValues> {
  const { SMTP_URL, MAIL_HTTP_URL, MAIL_HTTP_FORMAT, MAIL_FROM } = environment
  const server: MailServer | undefined = SMTP_URL
    ? smtpShown(SMTP_URL)
    : MAIL_HTTP_URL
      ? { type: 'http', url: MAIL_HTTP_URL, format: MAIL_HTTP_FORMAT }
      : undefined
  const said = {
    name: environment.DEPLOYMENT_NAME,
    'theme.font': environment.CHART_FONT,
    'theme.series': environment.CHART_SERIES,
    'theme.colors': environment.CHART_COLORS,
    'theme.dark_colors': environment.CHART_COLORS_DARK,
    'mail.server': server,
    'mail.from': MAIL_FROM ? mailboxText(MAIL_FROM) : undefined,
    'mail.language': environment.MAIL_LANGUAGE,
    'retention.audit_days': environment.AUDIT_KEEP_DAYS,
    'retention.guest_thread_days': environment.GUEST_THREAD_DAYS,
    'retention.run_days': environment.RUN_KEEP_DAYS,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

const smtpShown = ({ host, port, isSecure, starttls, credentials }: SmtpAddress): MailServer => ({
  type: 'smtp',
  host,
  port,
  security: isSecure ? 'tls' : starttls === 'required' ? 'starttls' : 'none',
  user: credentials?.user ?? null,
})
