import { logitOf } from '#domain/analyst/certainty/certainty.ts'
import { tableOf } from '#domain/analyst/reading/reading.ts'
import type { Attempt } from './attempt.ts'
import { type Choice, choicesOf } from './choices.ts'

/** How many readings of one question are tried beside the first. */
const most = 4

/** The likeliest reading of a question, and the likeliest of those with another meaning. Tried are the first reading and others that differ from it in one choice. */
export function searchReadings(first: Attempt, read: (choice: Choice) => Attempt): { best: Attempt; next: Attempt | null } {
  const found = [first]
  for (const choice of choicesOf(first.reading).slice(0, most)) {
    // Even without any doubt it could not be likelier.
    if (logitOf({ rechosen: choice.cost }) <= Math.max(...found.map(likelihood))) break
    // A question that can be asked back or whose tables cannot be joined is not answered by ignoring a name.
    const isLeftOut = 'word' in choice && (first.analysis.kind === 'clarification' || tableOf(first.reading.items[choice.at]) !== null)
    if (first.doubts === null && isLeftOut) continue
    found.push(read(choice))
  }
  const [best = first, ...others] = found.sort((a, b) => likelihood(b) - likelihood(a))
  const meaning = meaningOf(best)
  return { best, next: others.find((other) => other.doubts !== null && meaningOf(other) !== meaning) ?? null }
}

/** How likely an attempt is right, in logits; minus infinity without a query. */
function likelihood({ doubts }: Attempt): number {
  return doubts ? logitOf(doubts) : Number.NEGATIVE_INFINITY
}

function meaningOf({ analysis }: Attempt): string {
  return analysis.kind === 'query' ? JSON.stringify(analysis.query) : ''
}
