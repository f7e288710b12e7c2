import type { Chart, Condition, Dashboard, Given, Graph, Level, Person, Reach, Row, Session, Thing, Token } from './world.ts'
import { NAMED, ROWS } from './world.ts'

/**
 * What a person or a guest may see at most, from the rule alone and by other means than the product: it filters plain rows by plain data and follows every way
 * in which somebody was given something. It shares no code with what it judges.
 */
const RANK: Record<Level, number> = { view: 1, edit: 2, own: 3 }
const NOTHING: Row[] = []
const all = (...lists: Row[][]): Row[] => lists.reduce((some, others) => some.filter((row) => others.includes(row)))
export const either = (lists: Row[][]): Row[] => [...new Set(lists.flat())]

const reaches = (given: Given, person: Person): boolean => (given.kind === 'user' ? given.to === person.id : person.groups.has(given.to))

export function has(thing: { owner: string; given: Given[] }, person: Person | undefined, least: Level): boolean {
  if (!person?.active) return false
  if (person.admin || thing.owner === person.id) return true
  return thing.given.some((given) => reaches(given, person) && RANK[given.level] >= RANK[least])
}

function holds({ member, operator, values }: Condition, row: Row, region: string | null): boolean {
  const value = row[member.replace(/^(orders|\*)\./, '') as keyof Row]
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

const binding = (graph: Graph, source: string, person: Person) => graph.sources.get(source)?.filters.filter(({ reach }) => binds(reach, person)) ?? []

/** The rows that a person's own row filters leave. */
export function leftTo(graph: Graph, source: string, person: Person | undefined): Row[] {
  if (!person) return NOTHING
  const filters = binding(graph, source, person)
  return graph.rows.filter((row) => filters.every(({ condition }) => holds(condition, row, person.region)))
}

const hasSource = (graph: Graph, source: string, person: Person | undefined, least: Level = 'view'): boolean => {
  const known = graph.sources.get(source)
  return known !== undefined && has(known, person, least)
}

/** What a person sees of a data source that he queries himself. */
export function ofSource(graph: Graph, source: string, who: string): Row[] {
  const person = graph.people.get(who)
  return hasSource(graph, source, person) ? leftTo(graph, source, person) : NOTHING
}

/** What is told of a table beside its rows, such as samples and bounds: nothing where a filter binds whoever reads it. */
export function ofFacts(graph: Graph, source: string, who: string): Row[] {
  const person = graph.people.get(who)
  return person && hasSource(graph, source, person) && binding(graph, source, person).length === 0 ? graph.rows : NOTHING
}

/** What only editors of a data source read, who can change its filters too. */
export const ofEditor = (graph: Graph, source: string, who: string): Row[] => (hasSource(graph, source, graph.people.get(who), 'edit') ? graph.rows : NOTHING)

/** The row whose word a verified query of the source holds. */
export const ofVerified = (graph: Graph, source: string, who: string): Row[] =>
  either([ofFacts(graph, source, who), ofEditor(graph, source, who)]).filter(({ id }) => id === NAMED)

/** The rows left by those from whose hands a thing came, over all the ways in which it may have come. */
function throughHands(graph: Graph, thing: Thing, source: string, who: Person, needed: Level, before: string[]): Row[] {
  if (!who.active) return NOTHING
  if (who.admin || who.id === thing.owner) return graph.rows
  const ways = thing.given.filter((given) => reaches(given, who) && RANK[given.level] >= RANK[needed] && !before.includes(given.by))
  return either(
    ways.map(({ by }) => {
      const giver = graph.people.get(by)
      if (!giver?.active) return NOTHING
      if (giver.admin || by === thing.owner) return graph.rows
      return all(leftTo(graph, source, giver), throughHands(graph, thing, source, giver, 'own', [...before, who.id]))
    }),
  )
}

/** What a chart's owner, and who else wrote what it asks, see of its data source. */
const lentBy = (graph: Graph, { owner, author, source }: Chart): Row[] =>
  all(ofSource(graph, source, owner), author === null ? graph.rows : ofSource(graph, source, author))

/** What a chart shows to a person by his own right on it. */
export function ofChart(graph: Graph, id: string, who: string): Row[] {
  const [chart, person] = [graph.charts.get(id), graph.people.get(who)]
  if (!chart || !person || !has(chart, person, 'view')) return NOTHING
  if (hasSource(graph, chart.source, person)) return ofSource(graph, chart.source, who).filter(chart.where)
  return all(lentBy(graph, chart), leftTo(graph, chart.source, person), throughHands(graph, chart, chart.source, person, 'view', [])).filter(chart.where)
}

/** What a chart shows under conditions on its data source, which only who may query that asks. */
export const ofFiltered = (graph: Graph, id: string, who: string): Row[] =>
  hasSource(graph, graph.charts.get(id)?.source ?? '', graph.people.get(who)) ? ofChart(graph, id, who) : NOTHING

/** Whether somebody may show a chart to third persons: that takes `edit` on it and on its source. */
export function publishes(graph: Graph, id: string, by: string): boolean {
  const [chart, person] = [graph.charts.get(id), graph.people.get(by)]
  return chart !== undefined && has(chart, person, 'edit') && hasSource(graph, chart.source, person, 'edit')
}

const shownBy = (graph: Graph, chart: Chart, by: string): Row[] =>
  publishes(graph, chart.id, by) ? leftTo(graph, chart.source, graph.people.get(by)) : NOTHING

/** The rows that a dashboard lends of a chart to somebody without its data source. */
function lentOn(graph: Graph, dashboard: Dashboard, chart: Chart, person: Person): Row[] {
  const hands = throughHands(graph, dashboard, chart.source, person, 'view', [])
  return all(lentBy(graph, chart), shownBy(graph, chart, dashboard.owner), hands, leftTo(graph, chart.source, person))
}

/** What a tile of a dashboard shows to a person. */
export function ofTile(graph: Graph, dashboard: Dashboard, id: string, who: string): Row[] {
  const [chart, person] = [graph.charts.get(id), graph.people.get(who)]
  if (!chart || !person || !has(dashboard, person, 'view')) return NOTHING
  if (has(chart, person, 'view')) return ofChart(graph, id, who)
  if (hasSource(graph, chart.source, person)) return ofSource(graph, chart.source, who).filter(chart.where)
  return lentOn(graph, dashboard, chart, person).filter(chart.where)
}

/** What a person may choose from in a filter of a dashboard, which asks more than its charts do. */
export const ofFilter = (graph: Graph, dashboard: Dashboard, who: string): Row[] => (dashboard.hasFilter ? ofChat(graph, dashboard, who) : NOTHING)

/** What he is answered who asks about a dashboard. */
export function ofChat(graph: Graph, dashboard: Dashboard, who: string): Row[] {
  const person = graph.people.get(who)
  if (!person || !has(dashboard, person, 'view')) return NOTHING
  return either(
    dashboard.charts.map((id) => {
      const chart = graph.charts.get(id)
      if (!chart) return NOTHING
      if (hasSource(graph, chart.source, person)) return ofSource(graph, chart.source, who)
      const own = has(chart, person, 'view') ? throughHands(graph, chart, chart.source, person, 'view', []) : graph.rows
      return all(own, lentOn(graph, dashboard, chart, person))
    }),
  )
}

/** The table behind a tile is for who may query its data source. */
export function behindTile(graph: Graph, dashboard: Dashboard, id: string, who: string): Row[] {
  const [chart, person] = [graph.charts.get(id), graph.people.get(who)]
  return chart && person && has(dashboard, person, 'view') ? ofSource(graph, chart.source, who) : NOTHING
}

/** What the bearer of a guest token sees of the data source of a chart on its dashboard. */
function ofGuestSource(graph: Graph, { minter, dashboard: on, filters }: Token, id: string): Row[] {
  const [chart, dashboard, maker] = [graph.charts.get(id), graph.dashboards.get(on), graph.people.get(minter)]
  if (!chart || !dashboard?.embedded || !dashboard.charts.includes(id) || !has(dashboard, maker, 'edit')) return NOTHING
  const stored = graph.sources.get(chart.source)?.filters ?? []
  const everyones = stored.filter(({ reach }) => reach.everyone === true).map(({ condition }) => condition)
  const conditions = [...everyones, ...filters]
  const left = stored.length > 0 && conditions.length === 0 ? NOTHING : graph.rows.filter((row) => conditions.every((one) => holds(one, row, null)))
  return all(left, lentBy(graph, chart), leftTo(graph, chart.source, graph.people.get(dashboard.owner)), shownBy(graph, chart, minter))
}

/** What a tile shows to the bearer of a guest token. */
export const ofGuest = (graph: Graph, token: Token, id: string): Row[] => ofGuestSource(graph, token, id).filter(graph.charts.get(id)?.where ?? (() => false))

export const ofGuestFilter = (graph: Graph, token: Token): Row[] => (graph.dashboards.get(token.dashboard)?.hasFilter ? ofGuestChat(graph, token) : NOTHING)

/** What the bearer of a guest token is answered who asks about its dashboard. */
export const ofGuestChat = (graph: Graph, token: Token): Row[] =>
  either((graph.dashboards.get(token.dashboard)?.charts ?? []).map((id) => ofGuestSource(graph, token, id)))

/** Whether the rows of somebody else's answer are the reader's too: he edits the source, or sees it and nobody's rows of it are filtered. */
function isOpen(graph: Graph, source: string, who: string): boolean {
  const person = graph.people.get(who)
  return hasSource(graph, source, person, 'edit') || (hasSource(graph, source, person) && graph.sources.get(source)?.filters.length === 0)
}

/** The rows of answers that guests were given, as a reader of their threads is shown them. */
export const ofGuestThread = (graph: Graph, who: string): Row[] =>
  graph.people.get(who)?.admin === true || [...graph.sources.keys()].some((source) => isOpen(graph, source, who)) ? ROWS : NOTHING

const isOwn = (graph: Graph, { owner }: Session, who: string): boolean => owner === who || graph.people.get(who)?.admin === true

/** The rows of an answer that a reader of its session, or of its link, is shown. */
export const ofAnswer = (graph: Graph, session: Session, who: string): Row[] =>
  isOwn(graph, session, who) || isOpen(graph, session.source, who) ? session.rows : NOTHING

/** The rows its words may tell: those of a source without filters as long as its asker sees it. */
export function ofWords(graph: Graph, session: Session, who: string): Row[] {
  const isLent = graph.sources.get(session.source)?.filters.length === 0 && hasSource(graph, session.source, graph.people.get(session.owner))
  return isLent ? session.rows : ofAnswer(graph, session, who)
}

export const mayRead = (graph: Graph, session: Session, who: string): boolean => has(session, graph.people.get(who), 'view')
