import type { Payload } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'

/** How a key is written: letters and digits, each by its kind. */
const shapeOf = (text: string): string => text.toUpperCase().replaceAll(/\p{L}/gu, 'A').replaceAll(/\d/g, '9')

/** A key that is written as those of a column are: "7590-VHVEG", "SO43659". Of those no samples are kept. */
export function keyValues({ layer }: Lexicon, part: Token[]): [Payload, number][] {
  if (part.some(({ end, kind }, index) => kind === 'quoted' || (index < part.length - 1 && end !== part[index + 1]?.start))) return []
  const text = part.map((token) => token.text).join('')
  if (text.length < 4 || !/\d/.test(text) || !/[^\d.,]/.test(text) || /^\d{1,4}(?:-\d{1,2}){1,2}$/.test(text)) return []
  const shape = shapeOf(text)
  const found = layer.tables.flatMap((table) =>
    table.isHidden
      ? []
      : table.columns.flatMap((column): [Payload, number][] => {
          const isKey = !column.isHidden && column.type === 'text' && column.semanticType === 'identifier' && column.min !== null && column.max !== null
          const isWrittenSo = isKey && shapeOf(column.min ?? '') === shape && shapeOf(column.max ?? '') === shape
          const isOwn = isWrittenSo && column.distinct === table.rows
          return isWrittenSo
            ? [
                [
                  { is: 'value', ref: { table, column }, value: text.toUpperCase() === text ? text : sameCase(text, column.min ?? ''), isUnverified: true },
                  isOwn ? 0.95 : 0.85,
                ],
              ]
            : []
        }),
  )
  return found
}

const sameCase = (text: string, like: string): string =>
  like === like.toUpperCase() ? text.toUpperCase() : like === like.toLowerCase() ? text.toLowerCase() : text
