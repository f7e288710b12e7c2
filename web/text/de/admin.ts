import type { admin as en } from '../en/admin.ts'

export const admin: typeof en = {
  title: 'Verwaltung',
  empty: 'Noch keine Benutzer',
  emptyText: 'Wer eingeladen ist, steht hier.',
}
