import type { Place } from './place.ts'

/** One thing a client of some kind does; `run` throws when it goes wrong. */
export type ClientCase = { client: string; name: string; run(place: Place): Promise<void> }

/** What each question of the cases is answered with. */
export const QUESTION = 'How many customers are there?'
export const ANSWER = 'There are 59 customers.'
/** An answer without what stands behind it for clients that show text alone. */
export const sentence = (text: string | null | undefined): string => (text ?? '').split('\n\n')[0] ?? ''

export const cases = (client: string, runs: Record<string, ClientCase['run']>): ClientCase[] =>
  Object.entries(runs).map(([name, run]) => ({ client, name, run }))
