import { z } from 'zod'
import { fenced, sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { tokensOf } from '../../agent/context/history.ts'
import { askModel, type Payer } from '../../agent/model/ask-model.ts'
import type { ResolvedModel } from '../../catalog/models.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { SourceTable, TableProfile } from '../sources/source.ts'
import type { TableDescription } from './describe.ts'
import type { ColumnDescription } from './describe-column.ts'
import { isNearby } from './nearby-server.ts'
import { DESCRIBE_TABLE_PROMPT, DESCRIBE_TABLE_PROMPT_VERSION } from './prompts/describe-table.ts'

const COLUMNS_PER_CALL = 20
/** What one call is told of a table: a small model answers what it can hold in mind. */
const FACT_TOKENS = 400
const MAX_OUTPUT_TOKENS = 8_000
const SAMPLES = 5
const SAMPLE_CHARACTERS = 40
const COMMENT_CHARACTERS = 160
const TEXT_CHARACTERS = 400
const SYNONYMS = 5
/** After so many tables in a row the model counts as gone, and the rest is not sent. */
const FAILURES_IN_A_ROW = 3
/** Tables named in what is told of them. */
const NAMED = 20

const words = { label: z.string().max(200).optional(), description: z.string().max(4000).optional(), synonyms: z.array(z.string().max(200)).max(50).optional() }
const Answer = z.object({ table: z.object(words).optional(), columns: z.array(z.object({ name: z.string().max(300), ...words })).max(200) })
type Answer = z.infer<typeof Answer>
type Words = { label: string; description: string; synonyms: string[] }

export type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number }
/** A table's profile and the draft made from it, as far as the model may know them. */
export type Shown = { profile: TableProfile | null; draft: TableDescription }
export type ModelDescriber = {
  /** Tokens used so far. */
  readonly usage: Usage
  /** Tables to describe side by side. */
  readonly atOnce: number
  /** The draft in the model's words; the draft itself where the model fails twice. The model sees `shown` only. Rejects only when the work is ended. */
  describe(table: SourceTable, draft: TableDescription, shown: Shown): Promise<TableDescription>
  /** What the model did not describe, in one sentence. */
  problem(): string | null
}

/** A profile without any value of the source. */
export function withoutValues(profile: TableProfile | null): TableProfile | null {
  return profile && { rows: profile.rows, columns: profile.columns.map((column) => ({ ...column, min: null, max: null, topValues: [] })) }
}

/** Describes tables by a language model, at most 20 columns and 400 tokens a call. The built-in model needs no words but the draft's. */
export async function createModelDescriber(ctx: Context, resolved: ResolvedModel, payer: Payer, signal: AbortSignal): Promise<ModelDescriber> {
  const { callMs, atOnce } = await paceOf(ctx, resolved)
  const usage: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  let inARow = 0
  let told = 0
  const left: string[] = []

  async function ask(facts: string, isRetry: boolean): Promise<Answer> {
    const { text, usage: used } = await askModel(ctx, resolved, {
      instructions: DESCRIBE_TABLE_PROMPT,
      text: facts,
      maxOutputTokens: resolved.params.max_tokens ?? MAX_OUTPUT_TOKENS,
      // Some servers refuse a response format: the second try goes without.
      isJson: !isRetry,
      withinMs: callMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]),
      payer,
    })
    usage.prompt_tokens += used.prompt_tokens
    usage.completion_tokens += used.completion_tokens
    usage.total_tokens = usage.prompt_tokens + usage.completion_tokens
    return readAnswer(text)
  }

  /** The model's words of some columns; what does not come in time is asked for again in halves, what fails otherwise once more as it is. */
  async function describePart(table: SourceTable, shown: Shown, part: ColumnDescription[]): Promise<Answer> {
    const facts = factsOf(table, shown, part)
    try {
      return await ask(facts, false)
    } catch (error) {
      if (signal.aborted) throw error
      if (!isTimeout(error)) return ask(facts, true)
      if (part.length < 2) throw error
      const middle = Math.ceil(part.length / 2)
      const first = await describePart(table, shown, part.slice(0, middle))
      const second = await describePart(table, shown, part.slice(middle))
      return { ...first, columns: [...first.columns, ...second.columns] }
    }
  }

  async function describeAll(table: SourceTable, draft: TableDescription, shown: Shown): Promise<TableDescription> {
    const described = { ...draft, columns: [...draft.columns] }
    let start = 0
    for (const part of partsOf(table, shown)) {
      const answer = await describePart(table, shown, part)
      if (start === 0) Object.assign(described, merged(draft, answer.table))
      for (const [index, { name: wanted }] of part.entries()) {
        const column = draft.columns[start + index] as ColumnDescription
        const given = answer.columns.find(({ name }) => name === sanitizeText(wanted))
        described.columns[start + index] = { ...column, ...merged(column, given) }
      }
      start += part.length
    }
    return described
  }

  return {
    usage,
    atOnce,
    async describe(table, draft, shown) {
      if (resolved.kind === 'builtin') return draft
      told++
      if (inARow < FAILURES_IN_A_ROW) {
        try {
          const described = await describeAll(table, draft, shown)
          inARow = 0
          return described
        } catch (error) {
          if (signal.aborted) throw error
          inARow++
          const cause = error instanceof Failure ? error.code : String(error).slice(0, 300)
          ctx.ports.log({
            level: 'warn',
            message: 'a model did not describe a table',
            model: resolved.model.name,
            prompt: DESCRIBE_TABLE_PROMPT_VERSION,
            cause,
          })
        }
      }
      left.push(table.name)
      return draft
    },
    problem() {
      if (left.length === 0) return null
      const names = left.slice(0, NAMED).map((name) => sanitizeText(name, 80))
      const shown = `${names.join(', ')}${left.length > NAMED ? ', …' : ''}`
      return `the model "${resolved.model.name}" did not describe ${left.length} of ${told} ${told === 1 ? 'table' : 'tables'} (${shown}); the built-in describer did`
    },
  }
}

/** The JSON object in a reply, with or without a fence around it. */
function readAnswer(text: string): Answer {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  const answer = Answer.parse(JSON.parse(text.slice(from, to + 1)))
  if (answer.columns.length === 0 && !answer.table) throw new Error('the reply describes nothing')
  return answer
}

/** A model's words where it gave usable ones. They are stored as text of a stranger. */
function merged<T extends Words>(draft: T, given: { [Member in keyof Words]?: Words[Member] | undefined } | undefined): Words {
  const label = sanitizeText(given?.label ?? '', 80)
  const description = sanitizeText(given?.description ?? '', TEXT_CHARACTERS)
  const synonyms = (given?.synonyms ?? []).map((word) => sanitizeText(word, 80)).filter((word) => word !== '' && word !== label)
  return {
    label: label || draft.label,
    description: description || draft.description,
    synonyms: [...new Set([...synonyms.slice(0, SYNONYMS), ...draft.synonyms])],
  }
}

/** How a model is asked: a server on this machine or beside it answers one at a time, and slowly. */
async function paceOf({ settings: { describing } }: Context, resolved: ResolvedModel): Promise<{ callMs: number; atOnce: number }> {
  const isNear = resolved.kind !== 'builtin' && isNearby((await resolved.connect().catch(() => null))?.baseUrl ?? null)
  return { callMs: describing.callMs ?? (isNear ? NEAR_CALL_MS : CALL_MS), atOnce: describing.atOnce ?? (isNear ? 1 : AT_ONCE) }
}

const CALL_MS = 90_000
const NEAR_CALL_MS = 600_000
const AT_ONCE = 3

const isTimeout = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'TimeoutError') || (error instanceof Failure && error.code === 'provider_timeout')

/** The columns of a table in parts that one call takes. */
function partsOf(table: SourceTable, shown: Shown): ColumnDescription[][] {
  const parts: ColumnDescription[][] = []
  let left = 0
  for (const column of shown.draft.columns) {
    const cost = tokensOf(JSON.stringify(columnFacts(column, table, shown.profile))) + tokensOf(column.name) + 2
    const current = parts.at(-1)
    if (current && current.length < COLUMNS_PER_CALL && cost <= left) {
      current.push(column)
      left -= cost
    } else {
      parts.push([column])
      left = FACT_TOKENS - tokensOf(factsOf(table, shown, [])) - cost
    }
  }
  return parts
}

function factsOf(table: SourceTable, { profile }: Shown, part: ColumnDescription[]): string {
  const facts = {
    table: sanitizeText(table.name, 100),
    comment: table.comment ? sanitizeText(table.comment, COMMENT_CHARACTERS) : undefined,
    rows: profile?.rows ?? table.rowEstimate ?? undefined,
    key: table.primaryKey.map((name) => sanitizeText(name, 100)),
    references: table.foreignKeys
      .slice(0, NAMED)
      .map((key) => `${key.columns.map((name) => sanitizeText(name, 100)).join('+')} -> ${sanitizeText(key.toTable, 100)}`),
    columns: Object.fromEntries(part.map((column) => [sanitizeText(column.name), columnFacts(column, table, profile)])),
  }
  return fenced('table', JSON.stringify(facts))
}

/** A column in one line. */
function columnFacts(draft: ColumnDescription, table: SourceTable, profile: TableProfile | null): string {
  const column = table.columns.find(({ name }) => name === draft.name)
  const facts = profile?.columns.find((entry) => entry.column === draft.name)
  const values = facts?.topValues.slice(0, SAMPLES).map((value) => sanitizeText(value, SAMPLE_CHARACTERS)) ?? []
  return [
    column?.type,
    draft.semanticType === column?.type ? '' : draft.semanticType,
    draft.unit && `in ${sanitizeText(draft.unit, 20)}`,
    column?.comment && sanitizeText(column.comment, COMMENT_CHARACTERS),
    facts?.distinct == null ? '' : `${facts.distinct} different`,
    values.length
      ? `such as ${values.join(' | ')}`
      : facts?.min != null && facts.max != null
        ? `${sanitizeText(facts.min, SAMPLE_CHARACTERS)} to ${sanitizeText(facts.max, SAMPLE_CHARACTERS)}`
        : '',
  ]
    .filter(Boolean)
    .join('; ')
}
