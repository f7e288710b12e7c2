import { z } from 'zod'
import { REFUSAL_REASONS } from '../../refusal-reason.ts'

export const AnswerReason = z.enum(REFUSAL_REASONS).meta({
  id: 'AnswerReason',
  description:
    'Why there is no answer, or a question back. unknown_word: words that the data source does not know; past_content_word: a reading exists but leaves such a word out; unsure, ambiguous: one reading that is not certain enough, or several; out_of_scope: nothing that is asked for is in the data; contradiction, negation_unread: what is said cannot hold at once, or what a negation turns round is not clear; nothing_before, previous_unanswered: it goes on from a turn that is not there; not_possible: understood, but the data source cannot give it; empty_result: no row fits; no_rights, query_failed: the data was not read; no_data_source, read_only, other_language, too_long: what the model cannot take at all',
})
export type AnswerReason = z.infer<typeof AnswerReason>
