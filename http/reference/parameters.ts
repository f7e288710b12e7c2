import { z } from 'zod'

/** What a parameter of this name is, on every route whose schema does not say it better. */
const TEXTS: Record<string, string> = {
  page: 'The page, counted from 1',
  page_size: 'Items on a page',
  sort: 'The member to sort by; created_at when absent',
  order: 'asc or desc; when absent the newest first, and other members from their least',
  cursor: 'The next_cursor of the page before; replaces page',
  q: 'Words the resource must contain',
  limit: 'Items at most',
  format: 'The form of the answer',
  datasource_id: 'The id of the data source',
  user_id: 'The id of the user',
  owner_id: 'The id of the user who owns it',
  group_id: 'The id of the group',
  model_id: 'The id of the model',
  prompt_id: 'The id of the prompt',
  job_id: 'The id of the job',
  chart_id: 'The id of the chart',
  dashboard_id: 'The id of the dashboard',
  session_id: 'The id of the session',
  id: 'The id of the assignment',
  table: 'The name of the table',
  tile: 'The name of the tile',
  theme: 'The colours: light or dark',
  term: 'The word, as it was asked',
}

/** A path parameter says what it is by its name: `budget_id` is the id of the budget. */
function textByName(name: string, where: string): string | undefined {
  const told = TEXTS[name]
  if (told) return told
  return where === 'path' && name.endsWith('_id') ? `The id of the ${name.slice(0, -3).replaceAll('_', ' ')}` : undefined
}

type Json = Record<string, unknown>
export type DocumentedParameter = { $ref?: string; name?: string; in?: string; required?: boolean; description?: string; schema?: Json; example?: unknown }

/** What a parameter's schema says beyond what the document's generator takes over: its bounds, its default, and whether it is yes or no. */
export function describeParameter(parameter: DocumentedParameter, schema: z.ZodType | undefined): DocumentedParameter {
  if (parameter.$ref || !parameter.name) return parameter
  const facts = schema ? factsOf(schema) : {}
  const { description: inner, example, ...shape } = { ...parameter.schema, ...facts } as Json
  const text = parameter.description ?? (inner as string | undefined) ?? textByName(parameter.name, parameter.in ?? '')
  return {
    ...parameter,
    ...(text ? { description: [text, ...boundsOf(shape)].join('. ') } : {}),
    ...(example === undefined ? {} : { example }),
    schema: shape,
  }
}

const YES_NO = new Set(['true', 'false', '1', '0', ''])

function factsOf(schema: z.ZodType): Json {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly) return factsOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const facts = factsOf(schema.unwrap() as z.ZodType)
    const value = schema.def.defaultValue
    return { ...facts, default: facts.type === 'boolean' ? value === 'true' || value === '1' || value === true : value }
  }
  if (schema instanceof z.ZodPipe) return factsOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodEnum && schema.options.every((option) => YES_NO.has(String(option)))) return { type: 'boolean', enum: undefined }
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema
    return {
      type: schema.format?.includes('int') ? 'integer' : 'number',
      ...(minValue !== null && minValue > Number.MIN_SAFE_INTEGER ? { minimum: minValue } : {}),
      ...(maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER ? { maximum: maxValue } : {}),
    }
  }
  return {}
}

/** The bounds and the default, in words. */
function boundsOf({ minimum, maximum, minLength, maxLength, default: value }: Json): string[] {
  const told = (bound: unknown) => (typeof bound === 'number' ? bound.toLocaleString('en') : undefined)
  const range = [told(minimum) && `at least ${told(minimum)}`, told(maximum) && `at most ${told(maximum)}`].filter(Boolean)
  const length = [typeof minLength === 'number' && minLength > 1 && `at least ${told(minLength)}`, told(maxLength) && `at most ${told(maxLength)}`].filter(
    Boolean,
  )
  return [
    range.length ? sentence(range.join(', ')) : '',
    length.length ? sentence(`${length.join(', ')} characters`) : '',
    value === undefined ? '' : `${String(value)} when absent`,
  ].filter(Boolean)
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
