import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { absences, attendanceLabels } from '#domain/analyst/lexicon/english/meanings/codes.ts'
import { stateSenses } from '#domain/analyst/lexicon/english/meanings/state-words.ts'
import { flagLabels, keepingWords, missingWords, noValues, opposites, turningPrefixes, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { isSaidOf } from '#domain/analyst/lexicon/said-of.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'

type Flagged = { ref: Ref; value: string; sure: number }

const flags = new WeakMap<Lexicon, Map<string, Flagged[]>>()

/** A column that holds yes and no says of the rows what it is called, whole or by a word of it that no other column has: penalties, senior citizens and seniors. */
export function flagValues(lexicon: Lexicon, said: string): [Payload, number][] {
  // "Met the target" is the column `target met`.
  const stem = said.replace(articleInside, ' ')
  const known = flags.get(lexicon) ?? new Map<string, Flagged[]>()
  if (!flags.has(lexicon)) {
    flags.set(lexicon, known)
    readFlags(lexicon, known)
  }
  const own =
    known.get(stem) ?? (stem.length < leastOfFamily || lexicon.names.has(stem) ? [] : (known.get(`~${stem.split(' ').map(familyOf).join(' ')}`) ?? []))
  return own.map(({ ref, value, sure }) => [{ is: 'value', ref, value }, sure])
}

const articleInside = new RegExp(`(?<=.) ${anyOf(determiners)} (?=.)`, 'g')

/** Cancellations are rows that are cancelled; shorter words have no family. */
const leastOfFamily = 5

function readFlags(lexicon: Lexicon, known: Map<string, Flagged[]>): void {
  const add = (phrase: string, flagged: Flagged) => known.set(phrase, [...(known.get(phrase) ?? []), flagged])
  const shared = sharedWords(lexicon)
  for (const table of lexicon.layer.tables)
    for (const column of table.columns) {
      const answers = table.isHidden || column.isHidden ? null : yesAndNo(column)
      if (!answers) continue
      const ref = { table, column }
      const words = wordsOf(column.label).filter((word) => !flagLabels.has(word))
      const phrase = words.join(' ')
      add(phrase, { ref, value: answers.yes, sure: 0.8 })
      for (const [said, isSo] of promisesSaid(words)) {
        const value = isSo ? answers.yes : answers.no
        if (value !== null) add(said, { ref, value, sure: 0.85 })
      }
      for (const said of answers.no === null ? [] : (opposites.get(phrase) ?? [])) add(said, { ref, value: answers.no ?? '', sure: 0.75 })
      if (words.length > 1) {
        add(words.join(''), { ref, value: answers.yes, sure: 0.8 })
        add(`~${words.map(familyOf).join(' ')}`, { ref, value: answers.yes, sure: 0.75 })
      }
      for (const said of saidFor(phrase)) add(said, { ref, value: answers.yes, sure: 0.75 })
      if (words.length === 1 && phrase.length >= leastOfFamily) add(`~${familyOf(phrase)}`, { ref, value: answers.yes, sure: 0.75 })
      for (const [at, word] of words.length > 1 ? words.entries() : [])
        if (shared.get(word) === 1 && !particles.has(word) && !/^\d/.test(word) && !isOfRows(lexicon, word) && !isSaidOf(column, word))
          add(word, { ref, value: answers.yes, sure: at < words.length - 1 ? 0.65 : 0.55 })
      if (answers.no !== null && !phrase.includes(' '))
        for (const turned of [...[...turningPrefixes].map((prefix) => `${prefix}${phrase}`), ...(attendanceLabels.has(phrase) ? absences : [])])
          add(turned, { ref, value: answers.no, sure: 0.7 })
    }
}

/** How people say that something promised was kept or not, with whether the column says yes to it: of `target met`, "hit target" and "target miss". */
function promisesSaid(words: readonly string[]): [string, boolean][] {
  const isKept = words.some((word) => keepingWords.includes(word))
  const thing = words.filter((word) => !keepingWords.includes(word) && !missingWords.includes(word)).join(' ')
  if (thing === '' || thing.split(' ').length === words.length) return []
  const told = (ways: readonly string[], isSo: boolean) =>
    ways.flatMap((way): [string, boolean][] => [`${way} ${thing}`, `${thing} ${way}`].map((said) => [said, isSo]))
  return [...told(keepingWords, isKept), ...told(missingWords, !isKept)]
}

/** Other words for what a column is called: those who missed it are the no-shows. */
const saidFor = (phrase: string): string[] =>
  stateSenses.filter(({ said }) => said.includes(phrase)).flatMap(({ said }) => said.filter((word) => word !== phrase))

/** Own goals are some of the goals that the rows of goal scorers tell of. */
const isOfRows = ({ layer }: Lexicon, word: string): boolean => layer.tables.some(({ label }) => label.toLowerCase().includes(word))

/** In how many labels of the data a word stands. */
function sharedWords({ layer }: Lexicon): Map<string, number> {
  const found = new Map<string, number>()
  for (const { label, columns, isHidden } of layer.tables)
    for (const text of isHidden ? [] : [label, ...columns.map((column) => column.label)])
      for (const word of new Set(wordsOf(text))) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

/** What a column says yes and no with; "No phone service" is a no of those who cannot have it. */
export function yesAndNo(column: LayerColumn): { yes: string; no: string | null } | null {
  const { sampleValues, distinct } = column
  const all = sampleValues.map((value) => value.trim().toLowerCase())
  // A quantity that happens to be 1 everywhere is no flag.
  if (all.length === 0 || (distinct ?? 9) > 3 || (all.length < 2 && isNumericType(column))) return null
  const isAnswer = (value: string) => yesValues.has(value) || noValues.has(value)
  const yes = sampleValues.find((_, at) => yesValues.has(all[at] ?? ''))
  if (yes === undefined || !all.every((value) => isAnswer(value) || (all.length === 3 && value.startsWith('no ')))) return null
  return { yes, no: sampleValues.find((_, at) => noValues.has(all[at] ?? '')) ?? null }
}
