import { isFlag, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { nameLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { gradeLabels, type StateSense, stateLabelWords, stateSenses } from '#domain/analyst/lexicon/english/meanings/state-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { yesAndNo } from './flag-values.ts'

const fewStates = 25
const labelled: ReadonlySet<string> = new Set(stateLabelWords)
/** Senses by what is said, of single words by their family too: approvals are approved. */
const sensesOf = Map.groupBy(
  stateSenses.flatMap((sense) => sense.said.flatMap((word) => [{ word, sense }, ...(word.includes(' ') ? [] : [{ word: `~${familyOf(word)}`, sense }])])),
  ({ word }) => word,
)

/** The states a column holds that are called otherwise than they are said: `Declined` of "rejected". A yes or no about an outcome says whether it was a good one. */
export function stateValues(lexicon: Lexicon, said: string): [Payload, number][] {
  const senses = sensesOf.get(said) ?? (said.includes(' ') ? undefined : sensesOf.get(`~${familyOf(said)}`))
  // What the data itself calls so is no state of something else.
  if (!senses || isNamed(lexicon, said)) return []
  return tablesOf(lexicon.layer).flatMap((table) =>
    visible(table)
      .filter(({ label, distinct }) => (distinct ?? fewStates + 1) <= fewStates && wordsOf(label).some((word) => labelled.has(word)))
      .flatMap((column) =>
        [...kindsOf(column, said), ...ownFirst([...new Set(senses.flatMap(({ sense }) => valuesFor(column, sense)))], said)].map((state): [Payload, number] => [
          typeof state === 'string'
            ? { is: 'value', ref: { table, column }, value: state }
            : { is: 'value', ref: { table, column }, value: state.kind, isKind: true },
          0.8,
        ]),
      ),
  )
}

/** What was fixed is not what was closed, where there are states of both. */
function ownFirst(values: string[], said: string): string[] {
  const own = values.filter((value) => familyOf(spokenOf(value)) === familyOf(said))
  return own.length > 0 ? own : values
}

/** Several states that begin with what is said: each of those that are late, by how much. */
function kindsOf({ sampleValues }: LayerColumn, said: string): { kind: string }[] {
  const own = sampleValues.filter((value) => spokenOf(value).startsWith(`${said} `) && value.toLowerCase().startsWith(said))
  const [first = ''] = own
  return own.length > 1 ? [{ kind: first.slice(0, said.length) }] : []
}

const surelyNamed = 0.7

/** Whether something of the data itself is called so, and not only by a word of its label: a "failure code" leaves failures to be states. */
function isNamed({ names }: Lexicon, said: string): boolean {
  const named = names.get(said)
  return named !== undefined && [...named.tables, ...named.columns, ...named.measures].some(({ weight }) => weight >= surelyNamed)
}

function valuesFor(column: LayerColumn, { written, answer, marks }: StateSense): string[] {
  if (marks && wordsOf(column.label).some((word) => gradeLabels.has(word))) {
    const failed = column.sampleValues.filter((value) => marks.includes(spokenOf(value)))
    if (failed.length > 0) return failed
  }
  const answers = isFlag(column) ? yesAndNo(column) : null
  if (answers) return answer === undefined ? [] : [answers[answer]].filter((value) => value !== null)
  return column.sampleValues.filter((value) => written.includes(spokenOf(value)))
}

/** "IN_PROGRESS" and "No-Show" as they are said. */
const spokenOf = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** Whether a column tells how rows ended or stand: by its label, or by yes and no. Kansas is no such state. */
export const isOutcome = (column: LayerColumn): boolean => {
  const words = wordsOf(column.label)
  const isState = words.some((word) => labelled.has(word)) && !words.some((word) => nameLabels.includes(word))
  return isFlag(column) || (isState && (column.distinct ?? fewStates + 1) <= fewStates)
}

/** Whether a word says how something ended or stands. */
export const saysState = (said: string): boolean => sensesOf.has(said) || sensesOf.has(`~${familyOf(said)}`)
