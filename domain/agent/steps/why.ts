import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { type Language, listIn } from '#domain/language.ts'
import { runDataQuery } from '#domain/query/run-query.ts'
import { measureInWords } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { type FilterCondition, type Grain, isCyclic, type QueryDimension, type QueryMeasure, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { AnswerChange } from './answer-change.ts'
import { changeQuery, groupNamed } from './change-query.ts'
import { baseOf, type ChoosableColumn, dimensionsOf, referredTables } from './choosable.ts'
import { conditionOf, daysOfBoth, periodBefore } from './drill-down.ts'

/** Columns that are tried, those nearest to what is measured first. */
const MOST_TRIED = 6
export const MEMBERS = { least: 2, most: 60 }
const TOLD = 3

type Why = Extract<AnswerChange, { action: 'why' }>
/** A member of a column: its figure in the group that is asked of, and where it is measured against. */
type Part = { name: string; here: number; there: number }
type Split = { by: ChoosableColumn; parts: Part[]; score: number }

/**
 * What the figure of one group is made of, by the column along which it is least even; arithmetic, and no cause. Of a period: its change from the period before,
 * member by member. Of another group: its shares against those of the whole. Answers the query that shows it and a sentence. Fails with `invalid` for a figure
 * that is no sum and no count, where no column tells more, and for a group the result has not.
 */
export async function explainGroup(
  ctx: Context,
  datasourceId: string,
  { layer, query, change }: { layer: Layer; query: SemanticQuery; change: Why },
): Promise<{ query: SemanticQuery; said: string }> {
  const group = groupNamed(layer, query, change.dimension)
  const [measure] = query.measures
  if (!measure || !isAdditive(layer, measure))
    throw new Failure('invalid', 'only sums and counts are made of parts', { param: 'change', hint: 'choose another measure first' })
  const { grain } = group
  const before = grain === undefined || grain === 'hour' || isCyclic(grain) || change.value === null ? null : periodBefore(String(change.value), grain)
  const condition = before === null ? conditionOf(group, change.value) : bothPeriods(group, before, String(change.value))
  const columns = candidates(layer, query, group)
  const asked = { layer, query: { ...query, measures: [measure] }, group, condition }
  const splits: Split[] = []
  for (const by of columns) {
    const run = (one: SemanticQuery) => runDataQuery(ctx, datasourceId, { semantic_query: one }, { rowLimit: MEMBERS.most * 2, authority: 'caller' })
    const parts =
      before === null
        ? sharesOf((await run(within(asked, by))).rows, (await run(over(asked, by))).rows)
        : changesOf((await run(beside(asked, by))).rows, before)
    if (before !== null && parts.every(({ there }) => there === 0))
      throw new Failure('invalid', `there is nothing of ${before} to compare with`, { param: 'change.value' })
    const score = scoreOf(parts)
    if (score > 0) splits.push({ by, parts, score })
  }
  const best = splits.toSorted((one, other) => other.score - one.score)[0]
  if (!best) throw new Failure('invalid', 'no column of this data splits it any further', { param: 'change' })
  const figure = measureInWords(layer, measure, query.measures)
  const value = String(change.value ?? 'nothing')
  const said = SAID[ctx.request.language ?? 'en']
  if (before === null) return { query: within(asked, best.by), said: sharesSaid(best, said, { figure, group: value }) }
  return { query: beside(asked, best.by), said: changeSaid(best, said, { figure, before, period: value }) }
}

type Asked = { layer: Layer; query: SemanticQuery; group: QueryDimension; condition: FilterCondition }

function bothPeriods({ table, column, grain }: QueryDimension, before: string, value: string): FilterCondition {
  return { table, column, operator: 'between', values: daysOfBoth(before, value, grain as Grain) }
}

/** Whether a figure is made of those of its parts. */
export function isAdditive(layer: Layer, measure: QueryMeasure): boolean {
  const plain = 'measure' in measure ? layer.measures.find(({ name }) => name === measure.measure) : measure
  return plain !== undefined && 'aggregate' in plain && (plain.aggregate === 'sum' || plain.aggregate === 'count') && !('derive' in measure)
}

/** The columns a figure may be split by, those nearest to what is measured first. */
export function candidates(layer: Layer, query: SemanticQuery, group: QueryDimension): ChoosableColumn[] {
  const base = baseOf(layer, query)
  const tables = base ? referredTables(layer, base) : []
  const isKnown = ({ table, column }: ChoosableColumn) => query.dimensions.some((one) => one !== group && one.table === table && one.column === column)
  const hasMembers = ({ distinct }: ChoosableColumn) => distinct === null || (distinct >= MEMBERS.least && distinct <= MEMBERS.most)
  return tables
    .flatMap((table) => dimensionsOf(table, table === base))
    .filter((one) => !one.is_time && hasMembers(one) && !isKnown(one) && !(one.table === group.table && one.column === group.column))
    .slice(0, MOST_TRIED)
}

const plainly = (query: SemanticQuery): SemanticQuery => {
  const { limit: _, offset: _offset, limit_per: _per, compare: _compare, ...rest } = query
  return { ...rest, order: [], having: [] }
}
const narrowed = ({ query, condition }: Asked): SemanticQuery => {
  const plain = plainly(query)
  const kept = plain.filters === undefined ? [] : 'and' in plain.filters ? plain.filters.and : [plain.filters]
  const others = kept.filter((filter) => !('column' in filter && filter.table === condition.table && filter.column === condition.column))
  return { ...plain, filters: others.length > 0 ? { and: [...others, condition] } : condition }
}

/** The group by a column. */
const within = (asked: Asked, { table, column }: ChoosableColumn): SemanticQuery =>
  changeQuery(asked.layer, { ...narrowed(asked), dimensions: [] }, { action: 'group', dimensions: [{ table, column }] })

/** Everything by a column. */
const over = ({ layer, query }: Asked, { table, column }: ChoosableColumn): SemanticQuery =>
  changeQuery(layer, { ...plainly(query), dimensions: [] }, { action: 'group', dimensions: [{ table, column }] })

/** A period and the one before by a column: a member that is in one of them alone is there too. */
const beside = (asked: Asked, { table, column }: ChoosableColumn): SemanticQuery =>
  changeQuery(
    asked.layer,
    { ...narrowed(asked), dimensions: [asked.group] },
    {
      action: 'group',
      dimensions: [
        { table, column },
        { table: asked.group.table, column: asked.group.column, ...(asked.group.grain ? { grain: asked.group.grain } : {}) },
      ],
    },
  )

const number = (cell: unknown): number => (cell === null || cell === undefined ? 0 : Number(cell))
const sum = (all: number[]): number => all.reduce((total, one) => total + one, 0)

/** Of rows of a member, a period and its figure. */
function changesOf(rows: unknown[][], before: string): Part[] {
  const parts = new Map<string, Part>()
  for (const [member, period, figure] of rows) {
    const name = String(member ?? '–')
    const part = parts.get(name) ?? { name, here: 0, there: 0 }
    if (String(period) === before) part.there += number(figure)
    else part.here += number(figure)
    parts.set(name, part)
  }
  return [...parts.values()]
}

function sharesOf(here: unknown[][], there: unknown[][]): Part[] {
  const before = new Map(there.map(([name, figure]) => [String(name ?? '–'), number(figure)]))
  const own = new Map(here.map(([name, figure]) => [String(name ?? '–'), number(figure)]))
  return [...before].map(([name, figure]) => ({ name, here: own.get(name) ?? 0, there: figure }))
}

/**
 * How much of a figure lies in the few parts that can be told: the distance between its spread and an even one, as a share of the whole, times what the largest
 * deviations have of it. Many small parts, which differ by chance, count for little.
 */
export function scoreOf(parts: readonly Pick<Part, 'here' | 'there'>[]): number {
  const [here, there] = [sum(parts.map((part) => part.here)), sum(parts.map((part) => part.there))]
  if (parts.length < MEMBERS.least || there === 0 || here === 0) return 0
  const deviations = parts.map((part) => Math.abs(part.here - (part.there / there) * here)).toSorted((one, other) => other - one)
  const whole = sum(deviations)
  return whole === 0 ? 0 : (whole / Math.max(Math.abs(here), Math.abs(there))) * (sum(deviations.slice(0, TOLD)) / whole)
}

type Said = {
  language: Language
  changed(facts: { figure: string; period: string; before: string; change: string; by: string; parts: string }): string
  differs(facts: { figure: string; group: string; by: string; parts: string }): string
  ofWhole(share: string): string
}

const SAID: Record<Language, Said> = {
  en: {
    language: 'en',
    changed: ({ figure, period, before, change, by, parts }) =>
      `In ${period} ${figure} changed by ${change} from ${before}. The change is least even by ${by.toLowerCase()}: ${parts}.`,
    differs: ({ figure, group, by, parts }) => `${group} differs most from the whole by ${by.toLowerCase()}. Of its ${figure}: ${parts}.`,
    ofWhole: (share) => `(of the whole ${share})`,
  },
  de: {
    language: 'de',
    changed: ({ figure, period, before, change, by, parts }) =>
      `${period} gegenüber ${before}: ${change} (${figure}). Am ungleichsten verteilt sich die Änderung nach ${by}: ${parts}.`,
    differs: ({ figure, group, by, parts }) => `${group} weicht nach ${by} am meisten vom Ganzen ab. Anteile an ${figure}: ${parts}.`,
    ofWhole: (share) => `(im Ganzen ${share})`,
  },
}

const MOST_DIGITS = { small: 3, usual: 2 }

function written(value: number, language: Language): string {
  const maximumFractionDigits = Math.abs(value) < 1 ? MOST_DIGITS.small : MOST_DIGITS.usual
  return value.toLocaleString(language, { useGrouping: false, maximumFractionDigits })
}
const signed = (value: number, language: Language): string => (value > 0 ? `+${written(value, language)}` : value < 0 ? `−${written(-value, language)}` : '±0')

function changeSaid({ by, parts }: Split, said: Said, { figure, before, period }: { figure: string; before: string; period: string }): string {
  const { language } = said
  const [here, there] = [sum(parts.map((part) => part.here)), sum(parts.map((part) => part.there))]
  const change = here - there
  const percent = there === 0 ? '' : ` (${signed(Math.round((change / there) * 1000) / 10, language)} %)`
  const largest = parts.toSorted((one, other) => Math.sign(change || 1) * (other.here - other.there - (one.here - one.there))).slice(0, TOLD)
  const told = listIn(
    language,
    largest.map((part) => `${part.name} ${signed(part.here - part.there, language)}`),
  )
  return said.changed({ figure, period, before, change: `${signed(change, language)}${percent}`, by: by.label, parts: told })
}

function sharesSaid({ by, parts }: Split, said: Said, { figure, group }: { figure: string; group: string }): string {
  const { language } = said
  const [here, there] = [sum(parts.map((part) => part.here)), sum(parts.map((part) => part.there))]
  const share = (value: number, of: number) => `${written(Math.round((value / of) * 1000) / 10, language)} %`
  const largest = parts.toSorted((one, other) => other.here / here - other.there / there - (one.here / here - one.there / there)).slice(0, TOLD)
  const told = listIn(
    language,
    largest.map((part) => `${part.name} ${share(part.here, here)} ${said.ofWhole(share(part.there, there))}`),
  )
  return said.differs({ figure, group, by: by.label, parts: told })
}
