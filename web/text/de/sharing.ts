import type { sharing as en } from '../en/sharing.ts'

export const sharing: typeof en = {
  title: 'Wer Zugang hat',
  share: 'Teilen',
  shareTitle: (title) => `„${title}“ teilen`,
  shareWith: 'Person oder Gruppe',
  nobody: 'Niemand mit diesem Namen',
  people: 'Personen',
  groups: 'Gruppen',
  access: 'Zugang',
  accessOf: (name) => `Zugang von ${name}`,
  takeFrom: (name) => `${name} den Zugang nehmen`,
  levels: { view: 'Darf ansehen', edit: 'Darf bearbeiten', own: 'Besitzt es' },
  kinds: { group: 'Gruppe', everyone: 'Alle', user: 'Person' },
  everyone: 'Alle',
  inactive: 'nicht aktiv',
  notYours: 'Nur die Besitzer sehen und ändern, wer Zugang hat.',
  ways: {
    owner: () => 'Besitzer',
    share: (_name, level) => level,
    group: (name, level) => `${level}, als Mitglied von ${name}`,
    chart: (name) => `Sieht es im Diagramm ${name}`,
    dashboard: (name) => `Sieht es auf dem Dashboard ${name}`,
  },
}
