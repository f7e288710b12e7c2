import type { refusals as english } from '../en/refusals.ts'

export const refusals: typeof english = {
  reasons: {
    unknown_word: 'Ein Wort ist den Daten nicht bekannt',
    past_content_word: 'Ein Wort bliebe übergangen',
    unsure: 'Für eine Antwort nicht sicher genug',
    ambiguous: 'Auf mehrere Arten zu lesen',
    out_of_scope: 'Nicht in diesen Daten',
    contradiction: 'Das Gesagte schließt sich aus',
    negation_unread: 'Unklar, was verneint wird',
    nothing_before: 'Davor wurde nichts gefragt',
    previous_unanswered: 'Die Frage davor hat keine Antwort',
    not_possible: 'Verstanden, aber diese Daten geben es nicht her',
    empty_result: 'Keine Zeile passt',
    no_rights: 'Diese Daten dürfen Sie nicht lesen',
    query_failed: 'Die Datenquelle hat nicht geantwortet',
    no_data_source: 'Keine Daten, aus denen zu antworten ist',
    read_only: 'Daten werden nur gelesen',
    other_language: 'Eine andere Sprache als Englisch',
    too_long: 'Die Frage ist zu lang',
  },
  teach: (words) => `Der Datenquelle ${words} beibringen`,
  bind: 'Datenquellen ansehen',
}
