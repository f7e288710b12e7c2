import { z } from 'zod'
import { exampleId, type IdPrefix } from '#domain/identifiers.ts'

const MOMENT = '2026-11-21T09:30:00.000Z'

/** How the ids of a kind begin, by the name of the member that holds one. */
const PREFIXES: Record<string, IdPrefix> = {
  user: 'usr',
  owner: 'usr',
  group: 'grp',
  model: 'mdl',
  base_model: 'mdl',
  fallback_model: 'mdl',
  provider: 'prv',
  identity_provider: 'idp',
  directory: 'dir',
  prompt: 'prm',
  run: 'run',
  audit_log: 'aud',
  api_key: 'key',
  key: 'key',
  datasource: 'ds',
  extraction: 'ext',
  description: 'dsc',
  hierarchy: 'hier',
  relationship: 'rel',
  measure: 'msr',
  verified_query: 'vq',
  filter: 'flt',
  row_filter: 'flt',
  budget: 'bud',
  file: 'fil',
  session: 'ses',
  message: 'msg',
  completion: 'cmp',
  chart: 'cht',
  dashboard: 'dsh',
  share: 'shr',
  grant: 'shr',
  request: 'req',
  signin: 'sgn',
  connection: 'con',
  created_by: 'usr',
  verified_by: 'usr',
  updated_by: 'usr',
  owned_by: 'usr',
}

/** What stands in a text of this name, where its schema has no example of its own. */
const WORDS: Record<string, string> = {
  title: 'Revenue by region',
  name: 'Sales',
  email: 'ann@example.com',
  description: 'What was sold, by region',
  question: 'What was the revenue by region?',
  content: 'Revenue was 4.2M.',
  text: 'Revenue was 4.2M.',
  message: 'ok',
  table_name: 'orders',
  column_name: 'region',
  schema_name: 'public',
  table: 'orders',
  column: 'region',
  member: 'orders.region',
  sql: 'select region, sum(amount) as revenue from orders group by region',
  ip: '203.0.113.7',
  user_agent: 'curl/8.5.0',
  method: 'POST',
  path: '/api/v1/core/groups',
  version: '0.0.42',
  service: 'core',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  hash: 'b1946ac92492d2347c6235b4d2611184e3b0c44298fc1c149afbf4c8996fb924',
  prev_hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  last4: 'x7Qd',
  type: 'text',
  label: 'Region',
  unit: 'EUR',
  format: '0,0',
  base_url: 'https://models.example.com/v1',
  url: 'https://example.com',
  location: 's3://lake/orders',
  language: 'en',
  model: 'builtin',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.4XJ8sG6cV1n0',
  next_cursor: 'WyJjcmVhdGVkX2F0Il0',
  snippet: '… revenue by region …',
}

const DEEPEST = 12

/** Examples told elsewhere in a document: by the id of a schema, what a request that makes or changes such an object looks like. */
export type KnownExamples = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/**
 * A value a schema takes, for a reader: its own `.meta({ example })`, else one put together from its parts, by the names of its members.
 * What is made of an object borrows from the example of the request that makes it (`NewChart` for `Chart`).
 */
export function exampleOf(schema: z.core.$ZodType, known: KnownExamples = new Map()): unknown {
  const id = (schema as z.ZodType).meta?.()?.id
  return exampleIn(schema as z.ZodType, { name: '', owner: id ?? '', depth: 0, known })
}

type Place = { name: string; owner: string; depth: number; known: KnownExamples }

function exampleIn(schema: z.ZodType, place: Place): unknown {
  const meta = schema.meta()
  if (meta?.example !== undefined) return meta.example
  const inside = { ...place, owner: meta?.id ?? place.owner }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return exampleIn(schema.unwrap() as z.ZodType, inside)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return exampleIn(schema.unwrap() as z.ZodType, inside)
  if (schema instanceof z.ZodLazy) return exampleIn(schema.unwrap() as z.ZodType, { ...inside, depth: place.depth + 1 })
  if (schema instanceof z.ZodPipe) return exampleIn(schema.out as z.ZodType, inside)
  if (schema instanceof z.ZodObject) return objectOf(schema, inside)
  if (schema instanceof z.ZodArray) return place.depth > DEEPEST ? [] : arrayOf(schema, inside)
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => exampleIn(item as z.ZodType, { ...inside, depth: place.depth + 1 }))
  if (schema instanceof z.ZodUnion) return unionOf(schema.options as readonly z.ZodType[], inside)
  if (schema instanceof z.ZodIntersection) {
    const parts = [schema.def.left, schema.def.right].map((part) => exampleIn(part as z.ZodType, inside))
    return Object.assign({}, ...parts)
  }
  if (schema instanceof z.ZodRecord) return recordOf(schema, inside)
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return numberOf(schema, place.name)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema as z.ZodString, place)
  if (schema instanceof z.ZodNull) return null
  return {}
}

/** The members of an object; those of the request that makes one stand in, where they fit. */
function objectOf(schema: z.ZodObject, place: Place): Record<string, unknown> {
  const borrowed = place.known.get(schema.meta()?.id ?? '') ?? {}
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, member]): [string, unknown][] => {
    if (place.depth >= DEEPEST && member instanceof z.ZodOptional) return []
    const taken = name in borrowed ? member.safeParse(borrowed[name]) : null
    if (taken?.success) return [[name, taken.data]]
    const value = exampleIn(member, { ...place, name, depth: place.depth + 1 })
    if (member.safeParse(value).success) return value === undefined ? [] : [[name, value]]
    // What cannot be told by its form is left out, or empty, where that is allowed.
    const empty = [undefined, null, [], {}].map((instead) => member.safeParse(instead)).find(({ success }) => success)
    return empty?.success ? (empty.data === undefined ? [] : [[name, empty.data]]) : [[name, value]]
  })
  return Object.fromEntries(members)
}

function arrayOf(schema: z.ZodArray, place: Place): unknown[] {
  const one = exampleIn(schema.element as z.ZodType, { ...place, name: place.name.replace(/ies$/, 'y').replace(/s$/, ''), depth: place.depth + 1 })
  return [one]
}

/** The first branch that can be written out; a recursive one ends in the shallowest. */
function unionOf(options: readonly z.ZodType[], place: Place): unknown {
  const told = options.filter((option) => !(option instanceof z.ZodNull))
  const flat = told.find((option) => option instanceof z.ZodString || option instanceof z.ZodNumber || option instanceof z.ZodLiteral)
  const chosen = (place.depth > DEEPEST / 2 ? flat : undefined) ?? told[0]
  return chosen ? exampleIn(chosen, { ...place, depth: place.depth + 1 }) : null
}

function recordOf(schema: z.ZodRecord, place: Place): Record<string, unknown> {
  const key = schema.keyType as unknown as z.ZodType
  if (!(key instanceof z.ZodEnum)) return {}
  return Object.fromEntries(
    key.options.map((name) => [String(name), exampleIn(schema.valueType as z.ZodType, { ...place, name: String(name), depth: place.depth + 1 })]),
  )
}

function numberOf(schema: z.ZodNumber, name: string): number {
  if (name === 'created') return Date.parse(MOMENT) / 1000
  const { minValue, maxValue } = schema
  const wanted = /^(status|code)$/.test(name) ? 200 : /rows|total|count|tokens/.test(name) ? 42 : /latency|duration/.test(name) ? 12 : 1
  return Math.min(Math.max(wanted, minValue ?? wanted), maxValue ?? wanted)
}

function textOf(schema: z.ZodString, { name, owner }: Place): string {
  const format = schema.format
  if (format === 'datetime') return MOMENT
  if (format === 'date') return MOMENT.slice(0, 10)
  if (format === 'email') return WORDS.email ?? ''
  if (format === 'url') return 'https://example.com'
  const prefix = PREFIXES[name] ?? PREFIXES[(name === 'id' ? snake(owner) : name).replace(/_ids?$/, '').replace(/_page$/, '')]
  if (prefix && (name === 'id' || /_ids?$|_by$/.test(name))) return exampleId(prefix)
  const word = WORDS[name] ?? (/_at$|^time$/.test(name) ? MOMENT : name.replaceAll('_', ' ')) ?? ''
  return fitting(word || 'text', schema)
}

const fitting = (word: string, { minLength, maxLength }: z.ZodString): string => word.padEnd(minLength ?? 0, '.').slice(0, maxLength ?? undefined)

const snake = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
