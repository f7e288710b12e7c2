import type { sessions as en } from '../en/sessions.ts'

export const sessions: typeof en = {
  title: 'Sitzungen',
  newTitle: 'Neue Sitzung',
  empty: 'Noch keine Sitzungen',
  emptyText: 'Stellen Sie eine Frage; sie steht dann mit ihrer Antwort hier.',
}
