import { type SQL, sql } from 'drizzle-orm'
import { type Filter, parse } from 'scim2-parse-filter'
import type { Attribute } from './attributes.ts'
import { quoted, refused } from './refusals.ts'

const LONGEST = 8_000
const DEEPEST = 40
const MOST_COMPARISONS = 100

/** A value a filter may compare, as SQL. `equals`: a faster way to ask for equality than to compare each row. */
export type Term = { value: SQL; type: Attribute['type']; caseExact: boolean; equals?: (value: string) => SQL }

/** How the values of an attribute are reached: one, or several of which `any` may meet a condition over the terms of `of`. */
export type Reach = { one: Term } | { of: (sub: string) => Term; any: (condition: SQL) => SQL }

/** Where an attribute's path leads; null where there is no such attribute. */
export type Resolve = (path: string) => Reach | null

/** Reads a filter (RFC 7644 §3.4.2.2). One that is too long, too deep or of too many parts is refused before it is read. Fails with `invalidFilter`. */
export function readFilter(text: string): Filter {
  if (text.length > LONGEST) throw refused('invalidFilter', `a filter has at most ${LONGEST} characters`)
  requireShallow(text)
  let filter: Filter
  try {
    filter = parse(text)
  } catch (error) {
    throw refused('invalidFilter', `the filter is not valid: ${error instanceof Error ? error.message.slice(0, 200) : 'unreadable'}`)
  }
  if (comparisonsIn(filter) > MOST_COMPARISONS) throw refused('invalidFilter', `a filter has at most ${MOST_COMPARISONS} comparisons`)
  return unescaped(filter)
}

/** The parser leaves backslashes as they stand but before quotes; texts of filters are those of JSON. */
function unescaped(filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(unescaped) }
  if ('filter' in filter) return { ...filter, filter: unescaped(filter.filter) }
  if ('valFilter' in filter) return { ...filter, valFilter: unescaped(filter.valFilter) }
  if (!('compValue' in filter) || typeof filter.compValue !== 'string' || !filter.compValue.includes('\\')) return filter
  try {
    return { ...filter, compValue: JSON.parse(`"${filter.compValue.replaceAll('"', '\\"')}"`) as string }
  } catch {
    throw refused('invalidFilter', `${quoted(filter.compValue)} has a backslash that escapes nothing`)
  }
}

/** Reading takes stack for each level and each `not`. */
function requireShallow(text: string): void {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  let depth = bare.match(/\bnot\b/gi)?.length ?? 0
  for (const mark of bare) {
    if (mark === '(' || mark === '[') depth++
    else if (mark === ')' || mark === ']') depth--
    if (depth > DEEPEST) throw refused('invalidFilter', `a filter is nested at most ${DEEPEST} deep`)
  }
}

function comparisonsIn(filter: Filter): number {
  if ('filters' in filter) return filter.filters.reduce((sum, one) => sum + comparisonsIn(one), 0)
  if ('filter' in filter) return comparisonsIn(filter.filter)
  return 'valFilter' in filter ? comparisonsIn(filter.valFilter) : 1
}

/** A filter as a condition. It is true or false, never null. */
export function conditionOf(filter: Filter, resolve: Resolve): SQL {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((one) => conditionOf(one, resolve))
      return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`(not ${conditionOf(filter.filter, resolve)})`
    case '[]': {
      const reach = resolve(filter.attrPath)
      if (!reach || 'one' in reach) throw refused('invalidFilter', `${quoted(filter.attrPath)} has no several values`)
      return reach.any(conditionOf(filter.valFilter, (sub) => ({ one: reach.of(sub) })))
    }
    default: {
      const [reach, sub] = reached(filter.attrPath, resolve)
      if ('one' in reach) return comparison(filter, reach.one)
      return reach.any(filter.op === 'pr' && sub === null ? sql`1` : comparison(filter, reach.of(sub ?? 'value')))
    }
  }
}

/** A path as it stands, else one whose last part names what each of several values has. */
function reached(path: string, resolve: Resolve): [Reach, string | null] {
  const whole = resolve(path)
  if (whole) return [whole, null]
  const dot = path.lastIndexOf('.')
  const several = dot > 0 ? resolve(path.slice(0, dot)) : null
  if (!several || 'one' in several) throw refused('invalidFilter', `there is no attribute ${quoted(path)} to filter by`)
  return [several, path.slice(dot + 1)]
}

type Comparison = Extract<Filter, { attrPath: string }> & { op: Exclude<Filter['op'], 'and' | 'or' | 'not' | '[]'> }

function comparison(filter: Comparison, term: Term): SQL {
  if (filter.op === 'pr') return term.type === 'complex' ? sql`(${term.value} is not null)` : sql`(coalesce(${term.value}, '') <> '')`
  if (term.type === 'complex') throw refused('invalidFilter', `${quoted(filter.attrPath)} has parts: name one of them`)
  const { op, compValue: value } = filter
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') throw refused('invalidFilter', `null is compared by eq and ne alone, not by ${op}`)
    return op === 'eq' ? sql`(${term.value} is null)` : sql`(${term.value} is not null)`
  }
  if (term.type === 'boolean') return comparedFlag(filter.attrPath, op, term.value, value)
  if (typeof value !== 'string') throw refused('invalidFilter', `${quoted(filter.attrPath)} is compared with a text`)
  if (op === 'eq' && term.equals) return term.equals(value)
  const given = term.type === 'dateTime' ? momentOf(filter.attrPath, value) : value
  const [left, right] = term.caseExact ? [term.value, sql`${given}`] : [sql`lower(${term.value})`, sql`lower(${given})`]
  return sql`coalesce(${textual[op](left, right)}, 0)`
}

function comparedFlag(path: string, op: string, left: SQL, value: unknown): SQL {
  const flag = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
  if (typeof flag !== 'boolean') throw refused('invalidFilter', `${quoted(path)} is true or false`)
  if (op !== 'eq' && op !== 'ne') throw refused('invalidFilter', `true and false are compared by eq and ne alone, not by ${op}`)
  return sql`(coalesce(${left}, 0) = ${(op === 'eq') === flag ? 1 : 0})`
}

const textual: Record<Exclude<Comparison['op'], 'pr'>, (left: SQL, right: SQL) => SQL> = {
  eq: (left, right) => sql`${left} = ${right}`,
  ne: (left, right) => sql`${left} is not ${right}`,
  co: (left, right) => sql`instr(${left}, ${right}) > 0`,
  sw: (left, right) => sql`substr(${left}, 1, length(${right})) = ${right}`,
  ew: (left, right) => sql`substr(${left}, length(${left}) - length(${right}) + 1) = ${right}`,
  gt: (left, right) => sql`${left} > ${right}`,
  ge: (left, right) => sql`${left} >= ${right}`,
  lt: (left, right) => sql`${left} < ${right}`,
  le: (left, right) => sql`${left} <= ${right}`,
}

/** Moments stand as UTC with milliseconds, and sort as text. */
function momentOf(path: string, text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw refused('invalidFilter', `${quoted(path)} is compared with a moment such as 2026-11-21T09:30:00Z`)
  return new Date(at).toISOString()
}
