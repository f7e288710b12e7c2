import { guardedAbbreviations, type Held, type Meaning, spokenInitials } from '#domain/analyst/lexicon/english/meanings/label-abbreviations.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { abbreviations } from '#domain/semantics/describe/abbreviations.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

const known = new WeakMap<Layer, Layer>()

/** The layer with the abbreviations in its labels spelt out, "loan amnt" as "loan amount"; what stood there before is a synonym. */
export function withLabelsSpelt(layer: Layer): Layer {
  const told = known.get(layer) ?? { ...layer, tables: layer.tables.map(speltTable) }
  known.set(layer, told)
  known.set(told, told)
  return told
}

function speltTable(table: LayerTable): LayerTable {
  const around = new Set([...wordsOf(table.label), ...table.columns.map(({ label }) => label.toLowerCase())])
  const columns = table.columns.map((column): LayerColumn => {
    const held = heldIn(column)
    const [label, figure] = [speltLabel(column.label, held, around), speltLabel(column.label, held, around, spokenInitials)]
    if (label !== column.label && !around.has(label.toLowerCase())) return { ...column, label, synonyms: [...column.synonyms, column.label] }
    return figure === column.label ? column : { ...column, synonyms: [...column.synonyms, figure] }
  })
  const label = speltLabel(table.label, 'text', new Set())
  return label === table.label ? { ...table, columns } : { ...table, columns, label, synonyms: [...table.synonyms, table.label] }
}

/** A label with its abbreviations in words, where the column and the words beside them tell what they stand for. */
export function speltLabel(
  label: string,
  held: Held,
  around: ReadonlySet<string>,
  meant: ReadonlyMap<string, readonly Meaning[]> = guardedAbbreviations,
): string {
  const parts = partsOf(label)
  const words = parts.map((part) => part.toLowerCase())
  const spelt = parts.map((part, at) => {
    const word = words[at] ?? ''
    const beside = new Set([
      ...around,
      ...words.filter((_, other) => other !== at),
      parts.length === 1 ? '=' : at === 0 ? '^' : at === parts.length - 1 ? '$' : '',
    ])
    const fits = ({ holds, beside: needed }: Meaning) => (holds === 'any' || holds === held) && (!needed || [...needed].some((other) => beside.has(other)))
    const meanings = meant.get(word)
    const plain = meant === guardedAbbreviations && !spokenInitials.has(word) ? abbreviations.get(word) : undefined
    const long = meanings ? meanings.find(fits)?.long : plain
    return long === undefined ? part : /^\p{Lu}/u.test(part) ? `${long[0]?.toUpperCase()}${long.slice(1)}` : long
  })
  return spelt.every((part, at) => part === parts[at]) ? label : spelt.join(' ')
}

/** The words of a label; what stands right behind an abbreviation from a number on is a word of its own: "temp9am". */
function partsOf(label: string): string[] {
  return label.split(/[\s_]+/).flatMap((part) => {
    const [, word = '', behind = ''] = /^(\p{L}+)(\d\w*)$/u.exec(part) ?? []
    const isShort = guardedAbbreviations.has(word.toLowerCase()) || abbreviations.has(word.toLowerCase())
    return isShort ? [word, behind] : [part]
  })
}

/** A phrase of a question with its abbreviations in words, as singular words, for each meaning that they may have; none where it has no abbreviations. */
export function speltPhrases(phrase: string): string[] {
  const said = phrase.split(' ')
  const meanings = said.map((word) => (fillers.has(word) || negations.has(word) ? [] : meaningsOf(word)))
  const most = Math.max(...meanings.map(({ length }) => length))
  const spelt = Array.from({ length: most }, (_, at) => said.map((word, place) => singular(meanings[place]?.[at] ?? meanings[place]?.[0] ?? word)).join(' '))
  return [...new Set(spelt)]
}

function meaningsOf(word: string): string[] {
  const plain = abbreviations.get(word)
  return [...(guardedAbbreviations.get(word)?.map(({ long }) => long) ?? []), ...(plain === undefined ? [] : [plain])]
}

const wordsOf = (label: string): string[] =>
  label
    .toLowerCase()
    .split(/[\s_]+/)
    .map(singular)

const writtenMonth = /^[A-Z][a-z]{2}[- ]\d{2,4}$|^\d{4}[-/.]\d/

function heldIn(column: LayerColumn): Held {
  const { semanticType, type, sampleValues } = column
  if (semanticType === 'time' || (type === 'text' && sampleValues.length > 0 && sampleValues.every((value) => writtenMonth.test(value)))) return 'time'
  return semanticType === 'measure' || (isNumericType(column) && semanticType !== 'identifier') ? 'number' : 'text'
}
