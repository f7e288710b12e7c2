import type { sessions as en } from '../en/sessions.ts'

export const sessions: typeof en = {
  title: 'Sitzungen',
  newTitle: 'Neue Sitzung',
  empty: 'Noch keine Sitzungen',
  emptyText: 'Stellen Sie eine Frage; sie steht dann mit ihrer Antwort hier.',
  heading: 'Was möchten Sie wissen?',
  placeholder: 'Stellen Sie eine Frage zu Ihren Daten',
  model: 'Modell',
  send: 'Senden',
  stop: 'Anhalten',
  working: 'In Arbeit',
  rows: (count) => `${count} Zeilen`,
  showSql: 'SQL',
  table: 'Ergebnis',
}
