import { goodsGroup } from '#domain/analyst/grammar/business/goods.ts'
import { figureFor, figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { belongsTo, happens, isFigure, moneyFigures, refersTo, tablesOf, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { conditionIn, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import { dealNouns } from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { isLineThing } from '#domain/analyst/lexicon/line-things.ts'
import { nameBesideKey } from '#domain/analyst/lexicon/name-beside-key.ts'
import { isPersonWord } from '#domain/analyst/lexicon/said-of.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const one = 'a/an/one/each/every/the/our/your?'

/** How much one of them comes to or holds, which of them come to more, and how many pieces of goods went out. */
export const sizeRules: Rule[] = [
  ownRule(
    'how-big-is-one',
    4,
    `how big/large/high/much/small is/are/was/were ${one} aggregate? column|table|money aggregate?`,
    ([, , , , before, part, behind], { layer }) => sizeOf(before ?? behind, part, layer),
    'how big is one order on average',
  ),
  ownRule(
    'average-in-class',
    4,
    'aggregate number/count? of? column per/by column',
    ([aggregate, , , of, , per]) => averageIn(aggregate, refOf(of), refOf(per)),
    'average number of pieces per category',
  ),
  ownRule(
    'deals-over',
    4,
    'how? many? table|money are/were/was/is? of/for/worth/with? bound',
    ([, many, part, , , bound], { layer }) => dealsOver(part, bound, many !== null, layer),
    'how many sales were over 500',
  ),
  ownRule(
    'how-many-goods-sold',
    4,
    'how many table|column did/do/does/have/has? condition? verb',
    ([, , part, , such, verb], { layer }) => (payloadOf(verb, 'verb')?.sense === 'pieces' ? piecesOf(part, such, layer) : nothing),
    'how many products did we sell',
  ),
]

const refOf = (part: Part): Ref | null => payloadOf(part, 'column')?.ref ?? null
const isAverage = (part: Part): boolean => payloadOf(part, 'aggregate')?.aggregate === 'avg'
const money: Figure = { kind: 'sense', sense: 'money', aggregate: 'sum' }
const perEach = (numerator: Figure, denominator: Figure): Made[] => made({ figures: [{ kind: 'ratio', numerator, denominator }] }, 4)

/** What one order comes to, and how many there are in one class or team. */
function sizeOf(aggregate: Part, part: Part, layer: Layer): Made[] {
  if (!isAverage(aggregate)) return nothing
  const ref = refOf(part)
  if (ref) return isLineThing(layer, ref) ? perEach(money, { kind: 'column', ref, aggregate: 'count_distinct', isBare: true }) : nothing
  const table = payloadOf(part, 'table')?.table ?? dealsNamed(part, layer)
  if (!table) return nothing
  if (isDeal(table, layer)) return perEach(money, { kind: 'rows', table })
  const members = membersOf(table, layer)
  return members ? perEach({ kind: 'rows', table: members.table }, { kind: 'column', ref: members, aggregate: 'count_distinct' }) : nothing
}

/** Whether money of a table, or of lines of it, is what its rows come to. */
function isDeal(table: LayerTable, layer: Layer): boolean {
  const found = figureFor(layer, 'money', [table])
  const holder = found?.kind === 'column' ? found.ref.table : found?.kind === 'formula' ? found.table : null
  return holder !== null && happens(layer, table) && belongsTo(layer, holder, table)
}

/** The rows by which people belong to those of a table, by the column that tells to which: enrolments in a course, employees of a team. */
function membersOf(table: LayerTable, layer: Layer): Ref | null {
  const isOfPeople = ({ label }: LayerTable) => wordsOf(label).some(isPersonWord)
  const found = layer.relationships.flatMap(({ fromTable, fromColumns, toTable }) => {
    const from = tablesOf(layer).find(({ name }) => name === fromTable)
    const column = from?.columns.find(({ name }) => name === fromColumns[0])
    if (toTable !== table.name || !from || !column || fromColumns.length > 1) return []
    return isOfPeople(from) || refersTo(layer, from).some(isOfPeople) ? [{ table: from, column }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** "Average number of seats per plan": of the rows of each plan, where a column tells of few kinds. */
function averageIn(aggregate: Part, of: Ref | null, per: Ref | null): Made[] {
  if (!isAverage(aggregate) || !of || !per || of.table !== per.table || !isFigure(of.column) || isFigure(per.column) || !isClass(per)) return nothing
  return made({ figures: [{ kind: 'column', ref: of, aggregate: 'avg' }], groups: [{ kind: 'column', ref: per }] }, 4)
}

const rowsOfClass = 10
const isClass = ({ table, column }: Ref): boolean =>
  column.semanticType !== 'identifier' && column.distinct !== null && table.rows !== null && column.distinct * rowsOfClass < table.rows

/** The table that the main money is in, where a word for money stands for its rows: sales. */
function dealsNamed(part: Part, layer: Layer): LayerTable | null {
  const word = part?.text.toLowerCase() ?? ''
  const isCalled = tablesOf(layer).some(({ label }) => wordsOf(label).at(-1) === singular(word))
  const [found] = payloadOf(part, 'verb') && !isCalled && dealNouns.has(singular(word)) ? figuresOfSense(layer, 'money') : []
  return found?.kind === 'column' ? found.ref.table : null
}

function dealsOver(part: Part, bound: Part, isCounted: boolean, layer: Layer): Made[] {
  const limit = payloadOf(bound, 'bound')
  const isCalled = dealNouns.has(singular(part?.text.toLowerCase().split(' ').at(-1) ?? ''))
  const table = payloadOf(part, 'table')?.table ?? dealsNamed(part, layer)
  const own = moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === table)
  if (!table || !isCalled || !limit || limit.isTimes) return nothing
  // What its lines come to, where it has no money of its own.
  if (own?.kind !== 'column') {
    const rows: Figure = { kind: 'rows', table, ...(isCounted ? {} : { isBare: true as const }) }
    return isDeal(table, layer)
      ? made({ figures: [rows], having: { figure: money, bound: limit.bound }, ...(isCounted ? { shape: 'count' as const } : {}) }, isCounted ? 3.5 : 1.5)
      : nothing
  }
  const { operator, value } = limit.bound
  const filter = { table: table.name, column: own.ref.column.name, operator, values: [value] }
  return made(
    {
      figures: [{ kind: 'rows', table, ...(isCounted ? {} : { isBare: true as const }) }],
      conditions: [{ kind: 'filter', filter, tables: [table.name] }],
      ...(isCounted ? { shape: 'count' as const } : {}),
    },
    isCounted ? 3.5 : 1.5,
  )
}

/** Of goods, how many pieces of them went out, and not how many different ones there are. */
function piecesOf(part: Part, such: Part, layer: Layer): Made[] {
  const goods = goodsGroup(layer)
  const condition = conditionIn(such)
  if (!goods || !isOf(goods, part) || (such && !condition)) return nothing
  return made({ figures: [{ kind: 'sense', sense: 'pieces', aggregate: null }], shape: 'count', ...(condition ? { conditions: [condition] } : {}) }, 4)
}

function isOf(goods: Group, part: Part): boolean {
  if (goods.kind === 'rows') return payloadOf(part, 'table')?.table === goods.table
  const ref = refOf(part)
  return goods.kind === 'column' && ref !== null && (ref.column === goods.ref.column || nameBesideKey(ref.table, ref.column) === goods.ref.column)
}
