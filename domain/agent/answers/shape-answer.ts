import type { JSONSchema7, JSONSchema7Definition } from '@ai-sdk/provider'
import { Failure } from '../../failure.ts'
import type { QueryColumn } from '../../query/query-outcome.ts'
import { singular } from '../../semantics/describe/english.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'

/** What an answer from data comes to: its words, and the result it rests on, if it has one. */
export type AnswerFacts = { text: string; columns: QueryColumn[]; rows: JsonValue[][]; rowCount: number }

type Row = ReadonlyMap<QueryColumn, JsonValue>
type Place = { facts: AnswerFacts; root: JSONSchema7; row: Row | null; taken: Set<QueryColumn> }

const MOST_DEPTH = 8
const WORDS = /^(?:answer|text|summary|message|response|reply|explanation|description|content|sentence|comment)$/i
const COUNTS = /^(?:count|rows?_?count|total_?rows|number_of_rows|length)$/i

/** An answer without a shape to follow: its words and rows. */
export const plainShape = ({ text, columns, rows }: AnswerFacts): JsonValue => ({
  answer: text,
  rows: rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))),
})

/**
 * An answer from data in the shape a JSON schema describes, filled from the cells of its result: a property by the column of its name, else by the only
 * column of its type that is left; a list of objects by the rows; a text called answer, summary or the like by the words. No value is made up: fails with
 * `invalid` naming the property that nothing stands for.
 */
export function shapeAnswer(schema: JSONSchema7, facts: AnswerFacts): JsonValue {
  const [first] = facts.rows
  const row = first ? rowOf(facts.columns, first) : null
  const value = fill(schema, '', { facts, root: schema, row, taken: new Set() }, 0)
  return value === undefined ? missing('the answer', facts) : value
}

const rowOf = (columns: QueryColumn[], row: JsonValue[]): Row => new Map(columns.map((column, index) => [column, row[index] ?? null]))

function missing(name: string, { columns }: AnswerFacts): never {
  throw new Failure('invalid', `the answer has nothing for "${name}" of the response format`, {
    param: 'response_format',
    hint: columns.length ? `its columns: ${columns.map((column) => column.name).join(', ')}` : 'the question was answered without a result',
  })
}

/** `undefined` where nothing stands for it. */
function fill(definition: JSONSchema7Definition, name: string, place: Place, depth: number): JsonValue | undefined {
  if (typeof definition === 'boolean' || depth > MOST_DEPTH) return undefined
  const schema = resolved(definition, place.root)
  const options: JSONSchema7Definition[] | undefined = schema.anyOf ?? schema.oneOf
  if (options) {
    for (const option of options) {
      const value = typeof option === 'object' && option.type === 'null' ? undefined : fill(option, name, place, depth + 1)
      if (value !== undefined) return value
    }
    return options.some((option) => typeof option === 'object' && option.type === 'null') ? null : undefined
  }
  if (schema.const !== undefined) return schema.const as JsonValue
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : 'string')]
  for (const type of types) {
    const value = ofType(type, schema, name, place, depth)
    if (value !== undefined) return value
  }
  return types.includes('null') ? null : undefined
}

function ofType(type: string, schema: JSONSchema7, name: string, place: Place, depth: number): JsonValue | undefined {
  if (type === 'object') return objectOf(schema, name, place, depth)
  if (type === 'array') return listOf(schema, name, place, depth)
  if (type === 'null') return undefined
  const { facts } = place
  if (type === 'string' && WORDS.test(name) && !columnNamed(facts.columns, name)) return facts.text
  if (type === 'integer' && COUNTS.test(name) && !columnNamed(facts.columns, name))
    return facts.rows.length > 1 ? facts.rowCount : cellOf(type, schema, name, place)
  return cellOf(type, schema, name, place)
}

function objectOf(schema: JSONSchema7, name: string, place: Place, depth: number): JsonValue | undefined {
  const properties = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  const value: { [key: string]: JsonValue } = {}
  // What is called by a column's name is filled before what takes a column that is left.
  const named = properties.toSorted(([a], [b]) => Number(!columnNamed(place.facts.columns, a)) - Number(!columnNamed(place.facts.columns, b)))
  for (const [key, definition] of named) {
    const found = fill(definition, key, place, depth + 1)
    if (found !== undefined) value[key] = found
    else if (required.has(key)) {
      if (name !== '') return undefined
      missing(key, place.facts)
    }
  }
  return Object.fromEntries(properties.flatMap(([key]) => (value[key] === undefined ? [] : [[key, value[key]]])))
}

function listOf(schema: JSONSchema7, name: string, place: Place, depth: number): JsonValue | undefined {
  const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
  if (items === undefined) return undefined
  const { facts, root } = place
  const isObjects = typeof items === 'object' && (resolved(items, root).properties !== undefined || resolved(items, root).type === 'object')
  const values: JsonValue[] = []
  for (const cells of facts.rows) {
    const value = fill(items, isObjects ? `${name} ` : name, { facts, root, row: rowOf(facts.columns, cells), taken: new Set() }, depth + 1)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function cellOf(type: string, schema: JSONSchema7, name: string, { facts, row, taken }: Place): JsonValue | undefined {
  if (!row) return undefined
  const left = facts.columns.filter((column) => !taken.has(column))
  const fits = (column: QueryColumn): boolean => cast(type, schema, row.get(column) ?? null) !== undefined
  const alike = left.filter(fits)
  const column = columnNamed(left, name) ?? (alike.length === 1 || isAlone(alike, type) ? alike[0] : undefined)
  const value = column && cast(type, schema, row.get(column) ?? null)
  if (column && value !== undefined) taken.add(column)
  return value
}

/** Of several columns that fit a text, the one that is text itself. */
function isAlone(columns: QueryColumn[], type: string): boolean {
  if (type !== 'string') return false
  const texts = columns.filter((column) => column.type === 'text')
  if (texts.length !== 1 || !texts[0]) return false
  columns.splice(0, columns.length, texts[0])
  return true
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.map(singular) ?? []

/** The column that bears a name: the same words, else all of its words among the column's, or the other way round. */
function columnNamed(columns: readonly QueryColumn[], name: string): QueryColumn | undefined {
  const wanted = wordsOf(name)
  if (!wanted.length) return undefined
  const said = columns.map((column) => ({ column, forms: [wordsOf(column.name), wordsOf(column.label)] }))
  const same = said.find(({ forms }) => forms.some((words) => words.join(' ') === wanted.join(' ')))
  if (same) return same.column
  const near = said.filter(({ forms }) =>
    forms.some((words) => words.length > 0 && (wanted.every((word) => words.includes(word)) || words.every((word) => wanted.includes(word)))),
  )
  return near.length === 1 ? near[0]?.column : undefined
}

function cast(type: string, schema: JSONSchema7, cell: JsonValue): JsonValue | undefined {
  if (cell === null) return undefined
  if (type === 'number' || type === 'integer') {
    const value = typeof cell === 'number' ? cell : typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : Number.NaN
    return Number.isFinite(value) && (type === 'number' || Number.isInteger(value)) ? value : undefined
  }
  if (type === 'boolean') return typeof cell === 'boolean' ? cell : undefined
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return schema.enum && !schema.enum.includes(text) ? undefined : text
}

/** Behind its `$ref`, where that is one into the schema itself. */
function resolved(schema: JSONSchema7, root: JSONSchema7): JSONSchema7 {
  const path = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(schema.$ref ?? '')?.[1]
  const found = path === undefined ? schema.$ref === '#' && root : (root.$defs ?? root.definitions)?.[path]
  return typeof found === 'object' ? found : schema
}
