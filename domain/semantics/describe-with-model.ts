import { z } from 'zod'
import { askModel, type Payer } from '../agent/ask-model.ts'
import { fenced, tame } from '../agent/untrusted.ts'
import type { ResolvedModel } from '../catalog/models.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { TableDescription } from './describe.ts'
import type { ColumnDescription } from './describe-column.ts'
import { DESCRIBE_TABLE_PROMPT, DESCRIBE_TABLE_PROMPT_VERSION } from './prompts/describe-table.ts'
import type { SourceTable, TableProfile } from './source.ts'

const COLUMNS_PER_CALL = 20
const CALL_MS = 90_000
const MAX_OUTPUT_TOKENS = 8_000
const SAMPLES = 8
const SAMPLE_CHARACTERS = 80
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
  /** The draft in the model's words; the draft itself where the model fails twice. The model sees `shown` only. Rejects only when the work is ended. */
  describe(table: SourceTable, draft: TableDescription, shown: Shown): Promise<TableDescription>
  /** What the model did not describe, in one sentence. */
  problem(): string | null
}

/** A profile without any value of the source. */
export function withoutValues(profile: TableProfile | null): TableProfile | null {
  return profile && { rows: profile.rows, columns: profile.columns.map((column) => ({ ...column, min: null, max: null, topValues: [] })) }
}

/** Describes tables by a language model, at most 20 columns a call. The built-in model needs no words but the draft's. */
export function createModelDescriber(ctx: Context, resolved: ResolvedModel, payer: Payer, signal: AbortSignal): ModelDescriber {
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      payer,
    })
    usage.prompt_tokens += used.prompt_tokens
    usage.completion_tokens += used.completion_tokens
    usage.total_tokens = usage.prompt_tokens + usage.completion_tokens
    return readAnswer(text)
  }

  async function describeAll(table: SourceTable, draft: TableDescription, shown: Shown): Promise<TableDescription> {
    const described = { ...draft, columns: [...draft.columns] }
    for (let start = 0; start < draft.columns.length; start += COLUMNS_PER_CALL) {
      const part = draft.columns.slice(start, start + COLUMNS_PER_CALL)
      const facts = factsOf(table, shown, shown.draft.columns.slice(start, start + COLUMNS_PER_CALL))
      const answer = await ask(facts, false).catch((error) => {
        if (signal.aborted) throw error
        return ask(facts, true)
      })
      if (start === 0) Object.assign(described, merged(draft, answer.table))
      for (const [index, column] of part.entries()) {
        const given = answer.columns.find(({ name }) => name === tame(column.name))
        described.columns[start + index] = { ...column, ...merged(column, given) }
      }
    }
    return described
  }

  return {
    usage,
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
      const names = left.slice(0, NAMED).map((name) => tame(name, 80))
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
  const label = tame(given?.label ?? '', 80)
  const description = tame(given?.description ?? '', TEXT_CHARACTERS)
  const synonyms = (given?.synonyms ?? []).map((word) => tame(word, 80)).filter((word) => word !== '' && word !== label)
  return {
    label: label || draft.label,
    description: description || draft.description,
    synonyms: [...new Set([...synonyms.slice(0, SYNONYMS), ...draft.synonyms])],
  }
}

function factsOf(table: SourceTable, { profile, draft }: Shown, part: ColumnDescription[]): string {
  const facts = {
    table: tame(table.name),
    kind: table.kind,
    comment: table.comment === null ? undefined : tame(table.comment),
    rows: profile?.rows ?? table.rowEstimate,
    primary_key: table.primaryKey.map((name) => tame(name)),
    references: table.foreignKeys.map((key) => ({ columns: key.columns.map((name) => tame(name)), table: tame(key.toTable) })),
    draft: tame(draft.description),
    columns: part.map((column) => columnFacts(column, table, profile)),
  }
  return fenced('table', JSON.stringify(facts, null, 1))
}

function columnFacts(draft: ColumnDescription, table: SourceTable, profile: TableProfile | null): Record<string, unknown> {
  const column = table.columns.find(({ name }) => name === draft.name)
  const facts = profile?.columns.find((entry) => entry.column === draft.name)
  return {
    name: tame(draft.name),
    type: column?.type,
    native_type: column && tame(column.nativeType, 60),
    comment: column?.comment ? tame(column.comment) : undefined,
    kind: draft.semanticType,
    unit: draft.unit ?? undefined,
    distinct: facts?.distinct ?? undefined,
    empty_share: facts?.nullFraction ?? undefined,
    draft: tame(draft.description),
    from: facts?.min == null ? undefined : tame(facts.min, SAMPLE_CHARACTERS),
    to: facts?.max == null ? undefined : tame(facts.max, SAMPLE_CHARACTERS),
    values: facts?.topValues.length ? facts.topValues.slice(0, SAMPLES).map((value) => tame(value, SAMPLE_CHARACTERS)) : undefined,
  }
}
