import type { Condition, Dashboard, Given, Graph, Level, Person, Reach, Row, Thing, Token } from './graph.ts'

/**
 * What a person or a guest may see at most, from the rule alone and by other means than the product: it filters plain rows by plain data and follows every way
 * in which somebody was given something. It shares no code with what it judges.
 */
const RANK: Record<Level, number> = { view: 1, edit: 2, own: 3 }
const NOTHING: Row[] = []
const both = (some: Row[], others: Row[]): Row[] => some.filter((row) => others.includes(row))
const either = (lists: Row[][]): Row[] => [...new Set(lists.flat())]

const reaches = (given: Given, person: Person): boolean => (given.kind === 'user' ? given.to === person.id : person.groups.has(given.to))

function has(thing: { owner: string; given: Given[] }, person: Person | undefined, least: Level): boolean {
  if (!person?.active) return false
  if (person.admin || thing.owner === person.id) return true
  return thing.given.some((given) => reaches(given, person) && RANK[given.level] >= RANK[least])
}

function holds({ member, operator, values }: Condition, row: Row, region: string | null): boolean {
  const value = row[member.replace('orders.', '') as keyof Row]
  const [bound] = values.map((one) => (one === '{{user.attributes.region}}' ? region : one))
  if (bound === null || bound === undefined) return false
  if (operator === 'equals') return value === bound
  if (operator === 'not_equals') return value !== bound
  return operator === 'greater_than' ? value > bound : value < bound
}

function binds({ everyone, groups = [], users = [], except }: Reach, person: Person): boolean {
  const among = (some: { groups?: string[]; users?: string[] } | undefined) =>
    (some?.users ?? []).includes(person.id) || (some?.groups ?? []).some((group) => person.groups.has(group))
  return (everyone === true || among({ groups, users })) && !among(except)
}

/** The rows that a person's own row filters leave. */
const leftTo = (graph: Graph, source: string, person: Person): Row[] => {
  const filters = graph.sources.get(source)?.filters.filter(({ reach }) => binds(reach, person)) ?? []
  return graph.rows.filter((row) => filters.every(({ condition }) => holds(condition, row, person.region)))
}

/** What a person sees of a data source that he queries himself. */
export function ofSource(graph: Graph, source: string, who: string): Row[] {
  const [person, known] = [graph.people.get(who), graph.sources.get(source)]
  return person && known && has(known, person, 'view') ? leftTo(graph, source, person) : NOTHING
}

/** The rows left by those from whose hands a thing came, over all the ways in which it may have come. */
function throughHands(graph: Graph, thing: Thing, source: string, who: Person, needed: Level, before: string[]): Row[] {
  if (!who.active) return NOTHING
  if (who.admin || who.id === thing.owner) return graph.rows
  const ways = thing.given.filter((given) => reaches(given, who) && RANK[given.level] >= RANK[needed] && !before.includes(given.by))
  return either(
    ways.map(({ by }) => {
      const giver = graph.people.get(by)
      if (!giver?.active) return NOTHING
      return giver.admin ? graph.rows : both(leftTo(graph, source, giver), throughHands(graph, thing, source, giver, 'own', [...before, who.id]))
    }),
  )
}

/** What a chart shows to a person by his own right on it. */
export function ofChart(graph: Graph, id: string, who: string): Row[] {
  const [chart, person] = [graph.charts.get(id), graph.people.get(who)]
  if (!chart || !person || !has(chart, person, 'view')) return NOTHING
  const own = ofSource(graph, chart.source, who)
  const lent = both(lentBy(graph, id), both(leftTo(graph, chart.source, person), throughHands(graph, chart, chart.source, person, 'view', [])))
  return (hasSource(graph, chart.source, person) ? own : lent).filter(chart.where)
}

const hasSource = (graph: Graph, source: string, person: Person): boolean => {
  const known = graph.sources.get(source)
  return known !== undefined && has(known, person, 'view')
}
const lentBy = (graph: Graph, id: string): Row[] => {
  const chart = graph.charts.get(id)
  return chart ? ofSource(graph, chart.source, chart.owner) : NOTHING
}

/** What somebody may show to third persons of a chart: that takes `edit` on it and on its source. */
function published(graph: Graph, id: string, by: string): Row[] {
  const [chart, person] = [graph.charts.get(id), graph.people.get(by)]
  const source = chart && graph.sources.get(chart.source)
  if (!chart || !source || !person || !has(chart, person, 'edit') || !has(source, person, 'edit')) return NOTHING
  return leftTo(graph, chart.source, person)
}

/** What a tile of a dashboard shows to a person. */
export function ofTile(graph: Graph, dashboard: Dashboard, id: string, who: string): Row[] {
  const [chart, person] = [graph.charts.get(id), graph.people.get(who)]
  if (!chart || !person || !has(dashboard, person, 'view')) return NOTHING
  if (has(chart, person, 'view')) return ofChart(graph, id, who)
  const shown = published(graph, id, dashboard.owner)
  if (hasSource(graph, chart.source, person)) return ofSource(graph, chart.source, who).filter(chart.where)
  const hands = throughHands(graph, dashboard, chart.source, person, 'view', [])
  return both(both(lentBy(graph, id), shown), both(hands, leftTo(graph, chart.source, person))).filter(chart.where)
}

/** What a tile shows to the bearer of a guest token. */
export function ofGuest(graph: Graph, { minter, dashboard: on, filters }: Token, id: string): Row[] {
  const [chart, dashboard, maker] = [graph.charts.get(id), graph.dashboards.get(on), graph.people.get(minter)]
  if (!chart || !dashboard?.embedded || !dashboard.charts.includes(id) || !has(dashboard, maker, 'edit')) return NOTHING
  const stored = graph.sources.get(chart.source)?.filters ?? []
  const everyones = stored.filter(({ reach }) => reach.everyone === true).map(({ condition }) => condition)
  const conditions = [...everyones, ...filters]
  const left = stored.length > 0 && conditions.length === 0 ? NOTHING : graph.rows.filter((row) => conditions.every((one) => holds(one, row, null)))
  const lenders = both(lentBy(graph, id), both(leftTo(graph, chart.source, graph.people.get(dashboard.owner) as Person), published(graph, id, minter)))
  return both(left, lenders).filter(chart.where)
}
