import type { account as en } from '../en/account.ts'

export const account: typeof en = {
  title: 'Konto',
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  roles: { admin: 'Administrator', user: 'Benutzer', pending: 'Wartend' },
}
