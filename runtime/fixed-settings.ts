import { z } from 'zod'
import { isColor } from '#charts/theme.ts'
import type { SmtpAddress } from '#connectors/mail/smtp-address.ts'
import { unreadable } from '#domain/deployment/contrast.ts'
import { COLOR_NAMES, DeploymentName, FontName } from '#domain/deployment/settings-shape.ts'
import type { DeploymentValues, ThemeColors } from '#domain/deployment/values.ts'
import type { MailServer } from '#domain/mail/mail-server.ts'
import { mailboxText } from '#domain/mail/mailbox.ts'
import { namedColor } from './css-colors.ts'
import type { Environment } from './env.ts'

const listOf = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** A colour of CSS whose name, if it has one, exists. */
const isDrawn = (text: string): boolean => isColor(text) && (!/^[a-z]+$/i.test(text) || namedColor(text) !== null)

const chartSeries = listOf.superRefine((colors, check) => {
  for (const color of colors.filter((one) => !isDrawn(one))) {
    check.addIssue({ code: 'custom', message: `${color} is no colour: colours such as #4f5bd5, with commas between` })
  }
})

/** `accent=#4f5bd5,text=#111111`: some of a theme's colours, of which the accent must be readable. */
const chartColors = (theme: 'theme.colors' | 'theme.dark_colors') =>
  listOf.transform((pairs, check): ThemeColors => {
    const colors: ThemeColors = {}
    const refuse = (message: string) => void check.addIssue({ code: 'custom', message })
    for (const pair of pairs) {
      const [name = '', color = ''] = pair.split('=').map((part) => part.trim())
      const known = COLOR_NAMES.find((one) => one === name)
      if (!known) refuse(`${pair} is no pair such as accent=#4f5bd5, of: ${COLOR_NAMES.join(', ')}`)
      else if (!isDrawn(color)) refuse(`${color || 'nothing'} is no colour for ${name}: one such as #4f5bd5`)
      else colors[known] = color
    }
    const { accent } = colors
    if (accent === undefined) return colors
    const hex = HEX.test(accent) ? accent : namedColor(accent)
    const fault = hex === null ? { message: `${accent} for accent: one such as #4f5bd5 or a name is needed`, hint: '' } : unreadable(theme, hex)
    if (fault) refuse([fault.message, fault.hint].filter(Boolean).join('; '))
    return colors
  })

/** What administrators may set otherwise: said here, it wins. */
export const FIXED_SETTINGS = {
  DEPLOYMENT_NAME: DeploymentName.optional(),
  MAIL_LANGUAGE: z.enum(['en', 'de']).optional(),
  GUEST_THREAD_DAYS: z.coerce.number().int().min(0).max(3650).optional(),
  RUN_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).optional(),
  AUDIT_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  CHART_FONT: FontName.optional(),
  CHART_SERIES: chartSeries.optional(),
  CHART_COLORS: chartColors('theme.colors').optional(),
  CHART_COLORS_DARK: chartColors('theme.dark_colors').optional(),
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
