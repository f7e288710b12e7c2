import type { prompts as en } from '../en/prompts.ts'

export const prompts: typeof en = {
  blanks: 'Lücken',
  blanksHint: 'Wie jedes {{name}} des Textes gefüllt wird. Was keinen üblichen Wert hat, wird erfragt.',
  type: 'Art',
  types: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl', measure: 'Kennzahl' },
  label: 'Angezeigt als',
  usual: 'Üblicher Wert',
  choices: 'Zur Auswahl',
  choicesHint: 'Mit Kommas dazwischen',
  source: 'Datenquelle',
  anySource: 'Jede',
  dateHint: 'Ein Tag, today oder yesterday',
  called: (example) => `In einer Frage: ${example}`,
  restore: 'Wiederherstellen',
  current: 'Jetzt',
}
