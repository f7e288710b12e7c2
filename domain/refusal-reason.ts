/** Why a question got no answer, or was asked back about: a code beside the words, which are in the reader's language. */
export const REFUSAL_REASONS = [
  'unknown_word',
  'past_content_word',
  'unsure',
  'ambiguous',
  'out_of_scope',
  'contradiction',
  'negation_unread',
  'nothing_before',
  'previous_unanswered',
  'not_possible',
  'empty_result',
  'no_rights',
  'query_failed',
  'no_data_source',
  'read_only',
  'other_language',
  'too_long',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]
