import { singular } from '../describe/english.ts'
import { identifierWords } from '../describe/identifier-words.ts'
import type { LayerRelationship } from '../layer.ts'
import type { ColumnProfile, ForeignKey, SourceColumn, SourceTable, TableProfile } from '../sources/source.ts'
import { onlyShared, type SharedColumn } from './shared-columns.ts'

export type InferredRelationship = LayerRelationship & { evidence: string }
type Key = { table: SourceTable; column: SourceColumn; profile: ColumnProfile | null; rows: number | null; words: KeyWords }
/** How a key and its table are called; `named` is what a column that refers to it is called. */
type KeyWords = { name: string; noun: string; last: string; named: string; isGeneric: boolean; count: number }
type Match = { key: Key; strength: number; why: string }

const genericKeys = new Set(['id', 'key', 'code', 'no', 'number', 'uuid', 'guid', 'name', 'pk', 'rowid', 'index'])
const keyWords = new Set(['id', 'key', 'code', 'number', 'no', 'uuid', 'guid', 'sk', 'fk'])

/**
 * Joins that the source does not declare: a column named after another table's key, of the same kind, whose values stay inside that key's.
 * A column that could refer to two tables equally well is left alone. `profiles` are by table name and may be missing.
 */
export function inferRelationships(tables: SourceTable[], profiles: ReadonlyMap<string, TableProfile>): InferredRelationship[] {
  const keys = tables.flatMap((table) => keyOf(table, profiles.get(table.name) ?? null))
  const called = namesOf(keys)
  const inferred: InferredRelationship[] = []
  for (const table of tables) {
    const profile = profiles.get(table.name) ?? null
    const columnsOf = (keys: ForeignKey[]) => new Set(keys.flatMap((key) => key.columns))
    const elsewhere = columnsOf(table.foreignKeys.filter((key) => key.toTable !== table.name))
    const leadingBack = columnsOf(table.foreignKeys.filter((key) => key.toTable === table.name))
    const ownKey = keys.find((key) => key.table === table)
    for (const column of table.columns) {
      if (elsewhere.has(column.name)) continue
      const facts = profile?.columns.find((entry) => entry.column === column.name) ?? null
      const isOwn = column === ownKey?.column || leadingBack.has(column.name)
      const best = bestMatch(table, column, facts, called, ownKey) ?? (isOwn ? null : roleMatch(table, column, facts, keys, called))
      // A key declared to lead back to its own table refers to the one whose key has its very name.
      if (best && (best.strength >= 2 || !leadingBack.has(column.name))) inferred.push(relationship(table, column, facts, profile, best))
    }
  }
  const named = inferred.filter((item) => !inferred.some((other) => isReverse(item, other)))
  const declared = tables.flatMap(({ name, foreignKeys }) => foreignKeys.map(({ toTable }) => ({ fromTable: name, toTable })))
  return [...named, ...sharedRelationships(tables, profiles, [...declared, ...named])]
}

/** Tables that nothing else joins, by a column they share: its values are told apart in one of them and stay inside those in the other, where they repeat. */
function sharedRelationships(
  tables: SourceTable[],
  profiles: ReadonlyMap<string, TableProfile>,
  joined: { fromTable: string; toTable: string }[],
): InferredRelationship[] {
  const factsOf = (table: SourceTable, column: SourceColumn) => profiles.get(table.name)?.columns.find((entry) => entry.column === column.name) ?? null
  const isHeldBy = ({ table, column, to, toColumn }: SharedColumn) => {
    const [facts, held, profile, other] = [factsOf(table, column), factsOf(to, toColumn), profiles.get(table.name), profiles.get(to.name)]
    if (!facts || !held || !profile || !other || kindOf(column) === 'other' || column.type !== toColumn.type) return false
    const isKey = held.distinct !== null && other.rows > 2 && held.distinct === other.rows && (held.nullFraction ?? 0) === 0
    if (!isKey || held.distinct === null || facts.distinct === null || facts.distinct < 2 || facts.distinct >= profile.rows * (1 - (facts.nullFraction ?? 0)))
      return false
    const words = stems(column.name)
    const isKnown = held.topValues.length >= held.distinct
    if (words.every((word) => genericKeys.has(word)) || (isKnown && facts.topValues.some((value) => !held.topValues.includes(value)))) return false
    const isListed = isKnown && facts.topValues.length >= facts.distinct
    const isSame = held.distinct > 4 && facts.distinct === held.distinct && facts.min === held.min && facts.max === held.max && facts.min !== null
    const key: Key = { table: to, column: toColumn, profile: held, rows: other.rows, words: wordsOf(to, toColumn) }
    return isListed || isSame || (keyWords.has(words.at(-1) ?? '') && fits(column, facts, key, 1))
  }
  return onlyShared(tables, joined, isHeldBy).map(({ table, column, to, toColumn }) => ({
    fromTable: table.name,
    fromColumns: [column.name],
    toTable: to.name,
    toColumns: [toColumn.name],
    cardinality: 'many_to_one',
    source: 'inferred',
    evidence: `Nothing but "${column.name}" joins "${table.name}" to "${to.name}", and its values stay inside those of "${to.name}".`,
  }))
}

function bestMatch(
  table: SourceTable,
  column: SourceColumn,
  facts: ColumnProfile | null,
  called: ReadonlyMap<string, Key[]>,
  ownKey: Key | undefined,
): Match | null {
  const words = stems(column.name)
  const matches = keysCalled(words, called)
    .filter((key) => key.table !== table)
    .flatMap((key) => {
      const match = nameMatch(column, words, key)
      return match && fits(column, facts, key, match.strength) ? [match] : []
    })
    .sort((a, b) => b.strength - a.strength)
  const [best, second] = matches
  if (!best || (second && second.strength === best.strength)) return null
  // A table's own key refers elsewhere only when it carries the other table's name.
  if (ownKey?.column === column && best.strength < 3) return null
  return best
}

const people = new Set('user person customer client member employee staff worker account contact'.split(' '))
const roles = new Set(
  `sender receiver recipient author writer reviewer approver creator assignee assigner owner reporter requester requestor payer payee buyer seller referrer referee
  inviter invitee follower followee manager supervisor editor uploader claimant applicant borrower lender organizer host guest friend`.split(/\s+/),
)
const doneBy = /(?:ed|n) (?:by|to)(?: id)?$/

/** "Sender id" and "approved by" are called as people are: they refer to the only table of people, where their values stay inside its key. */
function roleMatch(table: SourceTable, column: SourceColumn, facts: ColumnProfile | null, keys: Key[], called: ReadonlyMap<string, Key[]>): Match | null {
  const words = stems(column.name)
  const role = words.at(-2) ?? ''
  const isRole = words.at(-1) === 'id' && roles.has(role) && !keys.some((key) => key.words.noun.split(' ').includes(role))
  if ((!isRole && !doneBy.test(words.join(' '))) || keysCalled(words, called).length > 0) return null
  const [only, ...others] = keys.filter((key) => people.has(key.words.noun.split(' ').at(-1) ?? ''))
  const why = `"${column.name}" is called as people are, of whom only "${only?.table.name}" holds any`
  return only && only.table !== table && others.length === 0 && fits(column, facts, only, 1) ? { key: only, strength: 1, why } : null
}

/** Keys by each name a column might refer to them by, so that a column is held against few of them. */
function namesOf(keys: Key[]): ReadonlyMap<string, Key[]> {
  const called = new Map<string, Key[]>()
  for (const key of keys) {
    const { name, noun, named, isGeneric } = key.words
    for (const text of new Set([named, noun, isGeneric ? noun : name])) called.set(text, [...(called.get(text) ?? []), key])
  }
  return called
}

/** The keys whose name, or whose table's, the words end in or begin with. */
function keysCalled(words: string[], called: ReadonlyMap<string, Key[]>): Key[] {
  const endings = words.map((_, index) => words.slice(index).join(' '))
  return [...new Set([...endings, words.slice(0, -1).join(' ')].flatMap((text) => called.get(text) ?? []))]
}

/** Before the name of rows they say how many there are of them, or how much of something. */
const amounts = new Set(
  'number count total per max maximum min minimum average size amount price cost rate percent quantity length score rank stock'.split(' '),
)

/** 3: named after table and key; 2: shares the key's own distinctive name; 1: ends in table and key, or is a number called as one of the rows, with a role in front. */
function nameMatch(column: SourceColumn, words: string[], key: Key): Match | null {
  const { name, noun, last, named, isGeneric, count } = key.words
  const text = words.join(' ')
  const ending = words.at(-1) ?? ''
  const why = `"${column.name}" is named after the key of "${key.table.name}"`
  if (text === named || (isGeneric && keyWords.has(ending) && text === `${noun} ${ending}`)) return { key, strength: 3, why }
  if (!isGeneric && text === name && (count > 1 || keyWords.has(last))) return { key, strength: 2, why }
  if (text.endsWith(` ${named}`) && keyWords.has(ending)) return { key, strength: 1, why: `"${column.name}" ends like the key of "${key.table.name}"` }
  const isOne = ` ${text}`.endsWith(` ${noun}`) && identifierWords(column.name).at(-1) === ending && !words.some((word) => amounts.has(word))
  if (isOne && kindOf(column) === 'number') return { key, strength: 1, why: `"${column.name}" is called as one of "${key.table.name}" is` }
  return null
}

function wordsOf(table: SourceTable, column: SourceColumn): KeyWords {
  const words = stems(column.name)
  const [name, noun, last] = [words.join(' '), stems(table.name).join(' '), words.at(-1) ?? '']
  const named = name.startsWith(noun) ? name : `${noun} ${last}`
  // "uid" of "users" and "mid" of "merchants" say no more than "id" does.
  const initials = `${noun.replace(/(\S)\S*\s*/g, '$1')}id`
  return { name, noun, last, named, isGeneric: name === initials || words.every((word) => genericKeys.has(word)), count: words.length }
}

function fits(column: SourceColumn, facts: ColumnProfile | null, key: Key, strength: number): boolean {
  if (kindOf(column) !== kindOf(key.column)) return false
  const target = key.profile
  if (!facts || !target || facts.min === null || facts.max === null || target.min === null || target.max === null) return strength >= 2
  const inside =
    kindOf(column) === 'number'
      ? Number(facts.min) >= Number(target.min) && Number(facts.max) <= Number(target.max)
      : facts.min >= target.min && facts.max <= target.max
  if (!inside) return false
  if (facts.distinct !== null && target.distinct !== null && facts.distinct > target.distinct) return false
  const isListed = target.distinct !== null && target.topValues.length >= target.distinct
  return !isListed || facts.topValues.every((value) => target.topValues.includes(value))
}

function keyOf(table: SourceTable, profile: TableProfile | null): Key[] {
  const found = (column: SourceColumn | undefined): Key[] =>
    column
      ? [
          {
            table,
            column,
            profile: profile?.columns.find((entry) => entry.column === column.name) ?? null,
            rows: profile?.rows ?? null,
            words: wordsOf(table, column),
          },
        ]
      : []
  if (table.primaryKey.length === 1) return found(table.columns.find((column) => column.name === table.primaryKey[0]))
  if (table.primaryKey.length > 1 || !profile || profile.rows < 1) return []
  const noun = stems(table.name).join(' ')
  return found(
    table.columns.find((column) => {
      const facts = profile.columns.find((entry) => entry.column === column.name)
      const words = stems(column.name)
      const isKeyName = keyWords.has(words.at(-1) ?? '') && (words.length === 1 || words.slice(0, -1).join(' ') === noun)
      return isKeyName && facts?.distinct === profile.rows && (facts.nullFraction ?? 0) === 0
    }),
  )
}

function relationship(table: SourceTable, column: SourceColumn, facts: ColumnProfile | null, profile: TableProfile | null, match: Match): InferredRelationship {
  const isUnique = profile !== null && profile.rows > 1 && facts?.distinct === profile.rows
  const checked = facts?.min != null && match.key.profile?.min != null ? ', and its values stay inside it' : ''
  return {
    fromTable: table.name,
    fromColumns: [column.name],
    toTable: match.key.table.name,
    toColumns: [match.key.column.name],
    cardinality: isUnique ? 'one_to_one' : 'many_to_one',
    source: 'inferred',
    evidence: `${match.why}${checked}.`,
  }
}

function isReverse(item: InferredRelationship, other: InferredRelationship): boolean {
  const mirrored = item.fromTable === other.toTable && item.toTable === other.fromTable && item.fromColumns[0] === other.toColumns[0]
  return mirrored && item !== other && item.fromTable > other.fromTable
}

function kindOf(column: SourceColumn): 'number' | 'text' | 'other' {
  if (column.type === 'integer' || column.type === 'number' || column.type === 'decimal') return 'number'
  return column.type === 'text' ? 'text' : 'other'
}

function stems(identifier: string): string[] {
  return identifierWords(identifier).map(singular)
}
