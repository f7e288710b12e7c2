import type { usage as en } from '../en/usage.ts'

export const usage: typeof en = {
  title: 'Verbrauch',
  from: 'Von',
  to: 'Bis',
  by: 'Nach',
  groupings: { day: 'Tag', month: 'Monat', model: 'Modell', user: 'Benutzer', key: 'API-Schlüssel', source: 'Datenquelle' },
  shown: 'Gezeigt',
  measures: { cost: 'Kosten', total_tokens: 'Token', requests: 'Fragen', queries: 'Abfragen', audio_seconds: 'Sprache' },
  cached: 'Davon schon gelesen',
  cachedShare: (share) => `${share} der Eingaben schon gelesen`,
  unpriced: (tokens) => `${tokens} Token von Modellen ohne Preis sind nicht enthalten.`,
  seconds: 's',
  over: (measure) => `${measure} je Tag`,
  save: 'Als CSV speichern',
  others: 'Andere',
  noKey: 'Angemeldet',
  noSource: 'Keine Daten gefragt',
  gone: 'Gelöscht',
  none: 'In diesen Tagen hat niemand etwas gefragt.',
  truncated: 'Es gibt mehr Zeilen, als hier Platz haben; die Summen gelten für alle.',
}
