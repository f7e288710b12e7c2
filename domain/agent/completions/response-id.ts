/** OpenAI's clients know a completion as a response, by an id of its own. */
export const responseId = (id: string): string => id.replace(/^cmp_/, 'resp_')

export const completionId = (id: string): string => id.replace(/^resp_/, 'cmp_')
