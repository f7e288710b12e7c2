/** Turns that got no answer: the last of them, and those right before it, oldest first. */
export type Unanswered = { unanswered: string | null; unansweredBefore: readonly string[] }

const mostGoneBack = 3

export const unansweredIn = (turns: readonly string[]): Unanswered => ({
  unanswered: turns.at(-1) ?? null,
  unansweredBefore: turns.slice(-mostGoneBack, -1),
})

/** With one more behind them. */
export const unansweredWith = ({ unanswered = null, unansweredBefore = [] }: Partial<Unanswered>, question: string): Unanswered =>
  unansweredIn([...unansweredBefore, ...(unanswered === null ? [] : [unanswered]), question])
