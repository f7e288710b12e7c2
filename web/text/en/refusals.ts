import type { AnswerReason } from '#web/api/llm.gen.ts'

export const refusals: { reasons: Record<AnswerReason, string>; teach: (words: string) => string; bind: string } = {
  reasons: {
    unknown_word: 'A word is not known to the data',
    past_content_word: 'A word would be left out',
    unsure: 'Not sure enough to answer',
    ambiguous: 'It can be read in several ways',
    out_of_scope: 'Not in this data',
    contradiction: 'What is said cannot hold at once',
    negation_unread: 'It is not clear what is denied',
    nothing_before: 'Nothing was asked before',
    previous_unanswered: 'The question before has no answer',
    not_possible: 'Understood, but this data cannot give it',
    empty_result: 'No row fits',
    no_rights: 'You may not read this data',
    query_failed: 'The data source did not answer',
    no_data_source: 'No data to answer from',
    read_only: 'Data is only read',
    other_language: 'Another language than English',
    too_long: 'The question is too long',
  },
  teach: (words) => `Teach the data source ${words}`,
  bind: 'Look at the data sources',
}
