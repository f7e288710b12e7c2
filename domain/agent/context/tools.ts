import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { z } from 'zod'
import { ChartType } from '../../charts/chart-spec.ts'
import type { Layer } from '../../semantics/layer.ts'
import { SemanticQuery } from '../../semantics/semantic-query.ts'
import { parsed } from '../replies/spoken-calls.ts'
import { normaliseArguments } from '../replies/tool-arguments.ts'
import { smallRunSql, TOOL_SCHEMAS } from './tool-schemas.ts'

const datasourceId = z.string().min(1).max(64).describe('Id of the data source, as given in the instructions')
const title = z.string().trim().min(1).max(200).optional().describe('What the result shows, in a few words')
const chart = ChartType.optional().describe('Only when the person asked for this kind of chart')
const bin_width = z.number().positive().optional().describe('Only for a histogram: how wide its bins are, when the person said so')

export const QueryDataInput = z.strictObject({ datasource_id: datasourceId, query: SemanticQuery, title, chart, bin_width })
export type QueryDataInput = z.infer<typeof QueryDataInput>
export const RunSqlInput = z.strictObject({ datasource_id: datasourceId, sql: z.string().min(1).max(20_000).describe('One SELECT statement'), title, chart })
export type RunSqlInput = z.infer<typeof RunSqlInput>
export const UseVerifiedQueryInput = z.strictObject({ datasource_id: datasourceId, verified_query_id: z.string().min(1).max(64), title, chart })
export type UseVerifiedQueryInput = z.infer<typeof UseVerifiedQueryInput>
export const FindInSchemaInput = z.strictObject({
  datasource_id: datasourceId,
  text: z.string().trim().min(1).max(300).describe('What to look for, in words of the business'),
})
export type FindInSchemaInput = z.infer<typeof FindInSchemaInput>
export const DescribeTableInput = z.strictObject({ datasource_id: datasourceId, table: z.string().min(1).max(256) })
export type DescribeTableInput = z.infer<typeof DescribeTableInput>
export const FindValuesInput = z.strictObject({
  datasource_id: datasourceId,
  texts: z.array(z.string().trim().min(1).max(200)).min(1).max(6).describe('Names or other values to look for'),
})
export type FindValuesInput = z.infer<typeof FindValuesInput>
export const ExplainChangeInput = z.strictObject({
  datasource_id: datasourceId,
  query: SemanticQuery.describe('The figure alone: one sum or count, with its filters but that of the period'),
  table: z.string().min(1).max(256),
  column: z.string().min(1).max(256).describe('The date by which periods are told apart'),
  grain: z.enum(['day', 'month', 'quarter', 'year']),
  period: z
    .string()
    .regex(/^\d{4}(?:-Q[1-4]|-\d{2}(?:-\d{2})?)?$/)
    .describe('The period, as 2024, 2024-Q1, 2024-03 or 2024-03-09'),
  against: z
    .enum(['period', 'year'])
    .optional()
    .describe('What it is compared with: the period before it, or the same period a year before; the period before when absent'),
  said: z.enum(['down', 'up']).nullable().optional().describe('Which way the person says it went'),
  title,
})
export type ExplainChangeInput = z.infer<typeof ExplainChangeInput>
/** A question to ask next, with the reading of it that is meant. */
const option = z.string().trim().min(1).max(1000)

export const AskUserInput = z.strictObject({
  question: z.string().trim().min(1).max(500),
  options: z.array(option).max(6).default([]).describe('Answers to choose from'),
})
export type AskUserInput = z.infer<typeof AskUserInput>
export const SuggestQuestionsInput = z.strictObject({ suggestions: z.array(option).min(1).max(4) })
export type SuggestQuestionsInput = z.infer<typeof SuggestQuestionsInput>

export type ToolCall =
  | { name: 'query_data'; input: QueryDataInput }
  | { name: 'run_sql'; input: RunSqlInput }
  | { name: 'use_verified_query'; input: UseVerifiedQueryInput }
  | { name: 'find_in_schema'; input: FindInSchemaInput }
  | { name: 'describe_table'; input: DescribeTableInput }
  | { name: 'find_values'; input: FindValuesInput }
  | { name: 'explain_change'; input: ExplainChangeInput }
  | { name: 'ask_user'; input: AskUserInput }
  | { name: 'suggest_questions'; input: SuggestQuestionsInput }
export type ToolName = ToolCall['name']

const TOOLS = {
  query_data: { input: QueryDataInput, description: 'Answers a question from a data source. Joins, grouping and sorting are done for you. Use this first.' },
  run_sql: { input: RunSqlInput, description: 'Runs one read-only SELECT. Only for what query_data cannot express.' },
  use_verified_query: {
    input: UseVerifiedQueryInput,
    description: 'Runs a query that a person has verified for a question. Use it when a verified question below asks the same.',
  },
  find_in_schema: { input: FindInSchemaInput, description: 'Looks for tables, columns and measures by words, in names, synonyms, descriptions and values.' },
  describe_table: { input: DescribeTableInput, description: 'Tells all columns of one table, when only its name is known.' },
  find_values: { input: FindValuesInput, description: 'Looks in the data for the columns that hold a name or value, also in other spellings.' },
  explain_change: {
    input: ExplainChangeInput,
    description: 'Tells what the change of a sum or count from the period before, or from a year before, is made of. Use it for why a figure rose or fell.',
  },
  ask_user: { input: AskUserInput, description: 'Asks the person one question back, when theirs can be read in ways that give different answers.' },
  suggest_questions: { input: SuggestQuestionsInput, description: 'Offers questions that could be asked next. Call it together with the final answer.' },
} satisfies Record<ToolName, { input: z.ZodObject; description: string }>

const ARGUMENT_NAMES = Object.fromEntries(Object.entries(TOOLS).map(([name, { input }]) => [name, Object.keys(input.shape)]))

/** No honest query nests as deep; checking one that does would exhaust the stack. */
const MOST_NESTING = 100

/** What a model is told to work with: all tools, or for a small model those it can hold in mind. */
export type ToolProfile = 'full' | 'small'

const told = (name: ToolName): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  description: TOOLS[name].description,
  inputSchema: TOOL_SCHEMAS[name],
})
const toldSmall = (hasSeveral: boolean): LanguageModelV4FunctionTool[] => [
  { ...told('run_sql'), description: 'Runs one read-only SELECT and answers its rows.', inputSchema: smallRunSql(hasSeveral) },
  told('ask_user'),
]

/** One object for each profile: what sends them writes them once. */
const FULL = (Object.keys(TOOLS) as ToolName[]).map(told)
const SMALL = toldSmall(false)
const SMALL_OF_SEVERAL = toldSmall(true)

/** The tools as a model is told of them over so many data sources, in one fixed order; none writes, sends or shares anything. */
export const toolDefinitions = (profile: ToolProfile = 'full', sources = 1): LanguageModelV4FunctionTool[] =>
  profile === 'full' ? FULL : sources > 1 ? SMALL_OF_SEVERAL : SMALL

/** What a model wants done, or why that cannot be read; `deviations` say what had to be put right before it could be. */
export type ReadCall = ({ call: ToolCall } | { faults: string[] }) & { deviations: string[] }

/** Reads a call as a model made it: brought into form where its meaning is beyond doubt, else each fault with its path, fit to be sent back to the model. */
export function readToolCall(name: string, text: string, layers: readonly Layer[] = []): ReadCall {
  if (!Object.hasOwn(TOOLS, name)) return { faults: [`there is no tool "${name.slice(0, 60)}"; the tools: ${Object.keys(TOOLS).join(', ')}`], deviations: [] }
  if (depth(text) > MOST_NESTING) return { faults: [`the arguments nest more than ${MOST_NESTING} deep`], deviations: [] }
  const written = text === '' ? {} : parsed(text)
  if (written === undefined) return { faults: ['the arguments are not valid JSON'], deviations: [] }
  const { name: meant, value, deviations } = normaliseArguments(name, written, layers, ARGUMENT_NAMES)
  const read = TOOLS[meant as ToolName].input.safeParse(value)
  if (read.success) return { call: { name: meant, input: read.data } as ToolCall, deviations }
  return { faults: argumentFaults(read.error), deviations }
}

/** What is wrong with a tool's arguments, each fault with its path. */
export const argumentFaults = ({ issues }: z.ZodError): string[] => issues.flatMap((issue) => faultsOf(issue, [])).slice(0, 5)

/** How deep brackets nest in a text of JSON; brackets inside strings count too, which only ever says too much. */
function depth(text: string): number {
  let [open, deepest] = [0, 0]
  for (const character of text) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++open)
    else if (character === '}' || character === ']') open -= 1
  }
  return deepest
}

/** A union says only that nothing fitted: the branch that came furthest says why. */
function faultsOf(issue: z.core.$ZodIssue, prefix: PropertyKey[]): string[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union') {
    const [furthest] = issue.errors.toSorted((a, b) => a.length - b.length || depthOf(b) - depthOf(a))
    if (furthest?.length) return furthest.flatMap((inner) => faultsOf(inner, path))
  }
  return [`${path.map(String).join('.') || 'arguments'}: ${issue.message}`.slice(0, 300)]
}

const depthOf = (issues: readonly z.core.$ZodIssue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length))
