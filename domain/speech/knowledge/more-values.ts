import type { Context } from '../../context.ts'
import { runCachedQuery } from '../../query/cached-query.ts'
import type { Layer, LayerColumn, LayerTable } from '../../semantics/layer.ts'
import { distanceOf, stretchesIn } from './stretches.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** What a look at the source may cost: columns, values of each, and time for all. */
const MOST_COLUMNS = 4
const MOST_VALUES = 1_500
const PATIENCE_MS = 1_500
const KEPT_SECONDS = 600
/** Letters of a word that may be a name, and how near a known one has to sound to be it. */
const LEAST = 4
const NEAR = 0.2

/** Whether a text has a word that is neither usual nor near a name that is known: it may be a value that no sample holds. */
export const hasOddWord = (text: string, vocabulary: Vocabulary): boolean => {
  const stretches = stretchesIn(text, vocabulary)
  const isKnown = (word: string) =>
    stretches.some((one) => one.plain.split(' ').includes(word) && vocabulary.terms.some((term) => distanceOf(one, term, NEAR) <= NEAR))
  return stretches.some(({ words, isUsual, plain }) => words.length === 1 && !isUsual && plain.length >= LEAST && !isKnown(plain))
}

/**
 * The names with values that no sample holds, read from the sources by the caller's right and under his row filters: the most frequent ones of a few columns that
 * have more than their samples. What cannot be read in time, or at all, is left out; what was read is kept for minutes.
 */
export async function withMoreValues(ctx: Context, layers: Layer[], vocabulary: Vocabulary): Promise<Vocabulary> {
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(PATIENCE_MS)])
  const wanted = layers
    .flatMap((layer) => layer.tables.flatMap((table) => columnsOf(table).map((column) => ({ layer, table, column }))))
    .toSorted((a, b) => (a.column.distinct ?? MOST_VALUES) - (b.column.distinct ?? MOST_VALUES))
    .slice(0, MOST_COLUMNS)
  const read = await Promise.all(wanted.map(async (place) => ({ ...place, values: await unlessLate(valuesOf(ctx, place), signal) })))
  const found = read.filter(({ values }) => values.length > 0)
  if (!found.length) return vocabulary
  return vocabularyOf(
    layers.map((layer) => ({
      ...layer,
      tables: layer.tables.map((table) => ({
        ...table,
        columns: table.columns.map((column) => {
          const more = found.find((one) => one.layer === layer && one.table === table && one.column === column)
          return more ? { ...column, sampleValues: [...new Set([...column.sampleValues, ...more.values])] } : column
        }),
      })),
    })),
  )
}

/** Columns of names with more values than their samples; where a row filter hides the samples, all of them. */
const columnsOf = ({ isHidden, columns }: LayerTable): LayerColumn[] =>
  isHidden
    ? []
    : columns.filter(
        ({ isHidden, type, semanticType, distinct, sampleValues }) =>
          !isHidden && type === 'text' && ['category', 'text', 'geo'].includes(semanticType) && (distinct === null || distinct > sampleValues.length),
      )

async function valuesOf(ctx: Context, { layer, table, column }: { layer: Layer; table: LayerTable; column: LayerColumn }): Promise<string[]> {
  const query = {
    measures: [{ aggregate: 'count' as const, table: table.name, name: 'times' }],
    dimensions: [{ table: table.name, column: column.name, name: 'value' }],
    filters: { table: table.name, column: column.name, operator: 'is_not_empty' as const, values: [] },
    ...{ having: [], order: [{ by: 'times', direction: 'desc' as const }], limit: MOST_VALUES, distinct: false, joins: [] },
  }
  const { outcome } = await runCachedQuery(ctx, layer.datasourceId, { semantic_query: query }, { authority: 'caller', cacheSeconds: KEPT_SECONDS })
  const at = outcome.columns.findIndex(({ name }) => name === 'value')
  return outcome.rows.flatMap((row) => (typeof row[at] === 'string' ? [row[at]] : []))
}

/** Nothing when it fails or takes too long: a transcription never fails for it. */
const unlessLate = (work: Promise<string[]>, signal: AbortSignal): Promise<string[]> =>
  new Promise((resolve) => {
    const leave = () => resolve([])
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, leave)
  })
