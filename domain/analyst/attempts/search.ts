import { logitOf } from '#domain/analyst/certainty/certainty.ts'
import { tableOf } from '#domain/analyst/reading/reading.ts'
import type { Attempt } from './attempt.ts'
import { type Choice, choicesOf } from './choices.ts'

/** Readings of one question beside the first. */
const most = 4

/** Of the readings of a question the likeliest, and the next that means something else: the first one, and others that differ from it by one choice. */
export function searchReadings(first: Attempt, read: (choice: Choice) => Attempt): { best: Attempt; next: Attempt | null } {
  const found = [first]
  for (const choice of choicesOf(first.reading).slice(0, most)) {
    // Not even without any doubt would it be likelier.
    if (logitOf({ rechosen: choice.cost }) <= Math.max(...found.map(likelihood))) break
    // What can be asked back, or cannot be joined, is not answered by leaving a name out.
    const isLeftOut = 'word' in choice && (first.analysis.kind === 'clarification' || tableOf(first.reading.items[choice.at]) !== null)
    if (first.doubts === null && isLeftOut) continue
    found.push(read(choice))
  }
  const [best = first, ...others] = found.sort((a, b) => likelihood(b) - likelihood(a))
  const meaning = meaningOf(best)
  return { best, next: others.find((other) => other.doubts !== null && meaningOf(other) !== meaning) ?? null }
}

/** How likely an attempt is right, in logits; one that came to nothing is not. */
function likelihood({ doubts }: Attempt): number {
  return doubts ? logitOf(doubts) : Number.NEGATIVE_INFINITY
}

function meaningOf({ analysis }: Attempt): string {
  return analysis.kind === 'query' ? JSON.stringify(analysis.query) : ''
}
