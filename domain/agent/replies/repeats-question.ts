const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** Whether a model that asks back says only what it was asked: nobody can answer that. */
export const repeatsQuestion = (askedBack: string, question: string): boolean => wordsOf(askedBack) === wordsOf(question)

/** What a model is told that did so. */
export const NOTHING_ASKED = { error: { code: 'nothing_asked', message: 'that is the question as it was asked: query the data for its answer' } }
