import { asTold } from '#domain/agent/blind-mode.ts'
import type { OpenVectors } from '../../analyst/vectors/word-vectors.ts'
import type { Context } from '../../context.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { noSource, type RunQuery, runOwn } from '../loop/answer-query.ts'
import { describeOneTable } from './describe-layer.ts'
import { findValues } from './find-values.ts'
import { MOST_RESULT } from './history.ts'
import { fenced, sanitizeText } from './sanitize-text.ts'
import { searchLayer } from './schema-search.ts'
import type { FindValuesInput, ToolCall } from './tools.ts'

const FOUND = 12
const VALUES_NOT_TOLD = 'what this data source holds is not told to models: take the words of the question'

type LookUp = Extract<ToolCall, { name: 'find_in_schema' | 'describe_table' }>

/** Answers what a model wants to know of a schema in about `most` characters, from the layers it may use; hidden tables and columns are not there. */
export function lookUp(layers: Layer[], call: LookUp, most = MOST_RESULT, vectors?: OpenVectors): { value: { [key: string]: JsonValue }; failed: boolean } {
  const asked = layers.find(({ datasourceId }) => datasourceId === call.input.datasource_id)
  if (!asked) return { value: { error: noSource(layers) }, failed: true }
  const layer = asTold(asked)
  if (call.name === 'find_in_schema') {
    const found = searchLayer(layer, call.input.text, FOUND, vectors)
    return {
      value: { found: found.map(({ table, column, measure, why }) => ({ ...told({ table, column, measure }), matched: sanitizeText(why, 100) })) },
      failed: false,
    }
  }
  const wanted = call.input.table.toLowerCase()
  const table = layer.tables.find(({ name, isHidden }) => !isHidden && name.toLowerCase() === wanted)
  if (!table) return { value: { error: { code: 'not_found', message: 'the data source has no such table' } }, failed: true }
  return { value: { description: fenced(`table of ${layer.datasourceId}`, describeOneTable(layer, table, most)) }, failed: false }
}

type Asking = { layers: Layer[]; model: { isOwn: boolean }; signal: AbortSignal; runQuery?: RunQuery | undefined }

/** Looks values up at a source, with the rights its queries run by; a stranger's model is told them tamed. */
export async function lookUpValues(
  ctx: Context,
  { layers, model, signal, runQuery = runOwn }: Asking,
  { datasource_id, texts }: FindValuesInput,
): Promise<{ value: { [key: string]: JsonValue }; failed: boolean }> {
  const layer = layers.find(({ datasourceId }) => datasourceId === datasource_id)
  if (!layer) return { value: { error: noSource(layers) }, failed: true }
  if (layer.isBlind && !model.isOwn) return { value: { found: [], note: VALUES_NOT_TOLD }, failed: false }
  const found = await findValues(layer, texts, (query, options) => runQuery(ctx, datasource_id, { semantic_query: query }, options), signal)
  return { value: model.isOwn ? { texts, found } : { found: found.map((one) => told(one)) }, failed: false }
}

const told = (place: { [name: string]: string | null }): { [name: string]: string } =>
  Object.fromEntries(Object.entries(place).flatMap(([name, value]) => (value === null ? [] : [[name, sanitizeText(value, 100)]])))
