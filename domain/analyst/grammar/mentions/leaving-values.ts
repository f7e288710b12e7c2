import { isFlag, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload } from '#domain/analyst/grammar/terms.ts'
import { revenueLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { lastingNouns } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import {
  ambiguousLeaving,
  goneValues,
  leavingLabels,
  leavingWords,
  plainlyGone,
  presentValues,
  stayingWords,
} from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import { stateLabels } from '#domain/analyst/lexicon/english/meanings/states.ts'
import { noValues, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

type Told = { table: LayerTable; column: LayerColumn; gone: string; present: string | null; isState: boolean }

const known = new WeakMap<Lexicon, Told[]>()
const mostStates = 12
const soldLabel = wordPattern(revenueLabels)

/** Columns that tell who left: of yes and no, or of a state that is called so. */
function toldBy(lexicon: Lexicon): Told[] {
  const found = known.get(lexicon)
  if (found) return found
  const told = lexicon.layer.tables.flatMap((table) =>
    table.isHidden
      ? []
      : table.columns.flatMap((column): Told[] => {
          const words = wordsOf(column.label)
          const isOfLeaving = words.some((word) => leavingLabels.has(word))
          // What was lost of parcels left nobody.
          const isOfThose = [...wordsOf(table.label), ...words].some((word) => lastingNouns.has(word))
          const isPlain = column.type === 'text' && column.sampleValues.some((value) => plainlyGone.has(value.trim().toLowerCase()))
          const isOfState = isOfLeaving || isPlain || (isOfThose && words.some((word) => stateLabels.has(word)))
          if (column.isHidden || column.semanticType === 'time' || !isOfState || (column.distinct ?? 99) > mostStates) return []
          const holds = (says: ReadonlySet<string>) => column.sampleValues.find((value) => wordsOf(value).some((word) => says.has(word)))
          const isYesNo = isOfLeaving && isFlag(column)
          const [gone, present] = isYesNo ? [valueIn(column, yesValues), valueIn(column, noValues)] : [holds(goneValues), holds(presentValues)]
          return gone === undefined ? [] : [{ table, column, gone, present: present ?? null, isState: !isYesNo && (column.distinct ?? 0) > 2 }]
        }),
  )
  known.set(lexicon, told)
  return told
}

const valueIn = ({ sampleValues }: LayerColumn, says: ReadonlySet<string>): string | undefined =>
  sampleValues.find((value) => says.has(value.trim().toLowerCase()))

/** Whether turnover is that of people: the data tells who left, and of nothing that was sold. */
export const isLeavingHere = (lexicon: Lexicon, phrase: string): boolean =>
  ambiguousLeaving.has(phrase) &&
  toldBy(lexicon).length === 1 &&
  !lexicon.layer.tables.some(({ columns }) => columns.some(({ label, isHidden }) => !isHidden && soldLabel.test(label)))

/** Who left, whom we lost, who is still there, where one column tells it. */
export function leavingValues(lexicon: Lexicon, phrase: string): [Payload, number][] {
  const isGone = leavingWords.has(phrase) || isLeavingHere(lexicon, phrase)
  if (!isGone && !stayingWords.has(phrase)) return []
  const [only, ...others] = toldBy(lexicon)
  if (!only || others.length > 0) return []
  const ref = { table: only.table, column: only.column }
  if (isGone) return [[{ is: 'value', ref, value: only.gone }, 0.85]]
  // Those who joined are still there, as those who stayed.
  if (only.isState) return [[{ is: 'value', ref, value: only.gone, isDenied: true }, 0.85]]
  return only.present === null ? [] : [[{ is: 'value', ref, value: only.present }, 0.85]]
}
