import { answerPronouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { shareWords } from '#domain/analyst/lexicon/english/meanings/shares.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Change } from './adjust.ts'
import { nameOfMeasure } from './carry.ts'
import { show } from './remark-parts.ts'

const shares = new RegExp(
  `^(?:${show})?(?:${anyOf(answerPronouns)} )?(?:(?:as|in) )?(?:an? )?${anyOf(shareWords.keys())}s?(?: of (?:the )?(?:total|whole|all))?$`,
)
const asked = new RegExp(`^what ${anyOf(shareWords.keys())}s? (?:is|are) ${anyOf(answerPronouns)}$`)

const adding = new Set(['sum', 'count'])

/** "In percent", "as a share of the total" after a figure that is split: its share beside it. */
export const asShare: Change = (text, previous) => {
  const [measure, ...others] = previous.measures
  const isSplit = previous.dimensions.some(({ hidden }) => !hidden) && previous.limit === undefined && !previous.limit_per
  if (!(shares.test(text) || asked.test(text)) || !isSplit || !measure || others.length > 0 || !('aggregate' in measure) || !adding.has(measure.aggregate))
    return null
  const name = measure.name ?? nameOfMeasure(measure)
  return {
    ...previous,
    measures: [
      { ...measure, name },
      { derive: 'share_of_total', of: name, percent: true, name: 'share' },
    ],
  }
}
