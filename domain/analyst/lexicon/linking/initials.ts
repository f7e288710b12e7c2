import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { beforePlaceCode, countInitials, figureInitials } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

const letters = /\b[A-Z]{3,5}s?\b/g
const known = new WeakMap<Layer['tables'], Map<string, Set<string>>>()

/** A question with figures in words in place of their initials: `ASP` is the average sale price, `NOS` the number of sales, where the data has such. Other initials stay. */
export function withInitialsSpelt(question: string, layer: Layer): string {
  if (question === question.toUpperCase() || !letters.test(question)) return question
  letters.lastIndex = 0
  const figures = known.get(layer.tables) ?? figuresOf(layer)
  known.set(layer.tables, figures)
  return question.replace(letters, (short) => {
    const [only, ...others] = figures.get(short.replace(/s$/, '')) ?? []
    return only !== undefined && others.length === 0 ? only : short
  })
}

const placed = new RegExp(`(?<=\\b${anyOf(beforePlaceCode)} )(?:[A-Z][\\w.'-]* ){1,4}\\(([A-Z]{2,4})\\)`, 'g')
const codes = new WeakMap<Layer['tables'], Set<string>>()

/** A question with only the code of a place where its name stands before: "from Los Angeles (LAX)" becomes "from LAX", where LAX is a value. */
export function withCodesAlone(question: string, layer: Layer): string {
  if (!question.includes('(')) return question
  const found =
    codes.get(layer.tables) ?? new Set(layer.tables.flatMap(({ columns }) => columns.flatMap((column) => (column.isHidden ? [] : column.sampleValues))))
  codes.set(layer.tables, found)
  return question.replace(placed, (whole, code: string) => (found.has(code) ? code : whole))
}

function figuresOf(layer: Layer): Map<string, Set<string>> {
  const figures = new Map<string, Set<string>>()
  const add = (short: string, words: string) => figures.set(short, (figures.get(short) ?? new Set()).add(words))
  const values = new Set<string>()
  for (const table of layer.tables) {
    if (table.isHidden) continue
    const rows = table.label.toLowerCase()
    const one = singular(rows)
    const counted = [rows, ...table.columns.flatMap((column) => (isKind(column) ? column.sampleValues.map((value) => `${value.toLowerCase()} ${rows}`) : []))]
    // "TUC" may stand for user sessions and for users, so it stays as it is where the data has both.
    add(`T${initialsOf(rows)[0]}C`, `number of ${rows}`)
    for (const words of counted) {
      for (const letter of countInitials) add(`${letter}${initialsOf(words)}`, `number of ${words}`)
      add(`T${initialsOf(words)}C`, `number of ${words}`)
      add(`NO${initialsOf(words)}`, `number of ${words}`)
    }
    for (const column of table.columns) {
      if (column.isHidden || column.semanticType !== 'measure' || !isMeasurable(column, 'avg')) continue
      const label = column.label.toLowerCase()
      const names = label.startsWith(`${one} `) ? [label] : [label, `${one} ${label}`]
      for (const words of names) for (const [letter, fold] of figureInitials) if (words.includes(' ')) add(`${letter}${initialsOf(words)}`, `${fold} ${words}`)
    }
  }
  // Initials that are a value stay as they are.
  for (const { columns } of layer.tables) for (const { sampleValues } of columns) for (const value of sampleValues) values.add(value)
  for (const short of figures.keys()) if (values.has(short)) figures.delete(short)
  return figures
}

const isKind = ({ semanticType, distinct, sampleValues }: Layer['tables'][number]['columns'][number]): boolean =>
  semanticType === 'category' && (distinct ?? 99) <= 8 && sampleValues.every((value) => /^[a-z]+$/i.test(value))

const initialsOf = (words: string): string =>
  words
    .split(/[ _-]+/)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')
