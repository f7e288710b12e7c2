import type { ThemeColor } from '#charts/chart.ts'
import type { MailServer } from '../mail/mail-server.ts'

export type ThemeColors = Partial<Record<ThemeColor, string>>

/** What may be set for a deployment, by the name of the setting: by the operator, who wins, or by administrators. */
export type DeploymentValues = {
  name: string
  'theme.font': string | null
  'theme.series': string[]
  'theme.colors': ThemeColors
  'theme.dark_colors': ThemeColors
  'mail.server': MailServer | null
  'mail.from': string | null
  'mail.language': 'en' | 'de'
  'retention.audit_days': number | null
  'retention.guest_thread_days': number
  'retention.run_days': number
}
export type SettingName = keyof DeploymentValues

/** What holds where nobody set anything. */
export const DEFAULTS: DeploymentValues = {
  name: 'Querent',
  'theme.font': null,
  'theme.series': [],
  'theme.colors': {},
  'theme.dark_colors': {},
  'mail.server': null,
  'mail.from': null,
  'mail.language': 'en',
  'retention.audit_days': null,
  'retention.guest_thread_days': 30,
  'retention.run_days': 90,
}

/** The variables of the environment that fix a setting. */
export const VARIABLES: Record<SettingName, string> = {
  name: 'DEPLOYMENT_NAME',
  'theme.font': 'CHART_FONT',
  'theme.series': 'CHART_SERIES',
  'theme.colors': 'CHART_COLORS',
  'theme.dark_colors': 'CHART_COLORS_DARK',
  'mail.server': 'SMTP_URL, MAIL_HTTP_URL',
  'mail.from': 'MAIL_FROM',
  'mail.language': 'MAIL_LANGUAGE',
  'retention.audit_days': 'AUDIT_KEEP_DAYS',
  'retention.guest_thread_days': 'GUEST_THREAD_DAYS',
  'retention.run_days': 'RUN_KEEP_DAYS',
}

export const SETTING_NAMES = Object.keys(DEFAULTS) as SettingName[]
