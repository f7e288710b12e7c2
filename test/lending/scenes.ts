import { newJob } from './jobs.ts'
import type { Stage } from './stage.ts'
import { askAnew, askOnce, cloneChart, dashboardOf, filterOn, mint, newChart, placeOn } from './things.ts'
import { addFilter, type Chart, type Condition, type Dashboard, type Gift, give, type Kind, type Level, type Reach } from './world.ts'

export type Play = (stage: Stage) => Promise<void>

const ALL_BUT_EU: Condition = { member: 'region', operator: 'not_equals', values: ['EU'] }
const EU: Condition = { member: 'region', operator: 'equals', values: ['EU'] }
const OWN_REGION: Condition = { member: 'region', operator: 'equals', values: ['{{user.attributes.region}}'] }

const cut = ({ ask, admin, source }: Stage, reach: Reach, condition = EU) => addFilter(ask, admin, source, condition, reach)

/** What one needs to lend: a thing, who gives it (the administrator where nobody is named), to whom, and how much of it. */
const lend = ({ graph, ask, admin }: Stage, type: Kind, thing: Gift['thing'], to: string, level: Level = 'view', by = admin) =>
  give(graph, ask, { type, thing, by, to, kind: graph.groups.includes(to) ? 'group' : 'user', level })

async function chart(stage: Stage, owner = stage.admin, isSql = true): Promise<Chart> {
  const made = stage.graph.charts.get((await newChart(stage, owner, stage.source.id, isSql)) ?? '')
  if (!made) throw new Error('a scene has no chart')
  return made
}

async function dashboard(stage: Stage, owner: string, charts: Chart[], isFiltered?: boolean): Promise<Dashboard> {
  const made = await dashboardOf(
    stage,
    owner,
    charts.map(({ id }) => id),
    isFiltered,
  )
  if (!made) throw new Error('a scene has no dashboard')
  return made
}

const lentByWhoSeesLess: Play = async (stage) => {
  const apart = await stage.group()
  const [owner, borrower] = [await stage.person('owner', [apart]), await stage.person('borrower')]
  await stage.person('stranger')
  await cut(stage, { groups: [apart] })
  await lend(stage, 'datasource', stage.source, owner)
  for (const isSql of [true, false]) await lend(stage, 'chart', await chart(stage, owner, isSql), borrower, 'view', owner)
}

/** Three owners lose their data source: one his own right on it, one his place in the group that has it, while others keep theirs. */
const ownersLoseTheirSource: Play = async (stage) => {
  const team = await stage.group()
  const [alone, member, borrower] = [await stage.person('alone'), await stage.person('member', [team]), await stage.person('borrower')]
  await lend(stage, 'datasource', stage.source, team)
  await stage.person('colleague', [team])
  await lend(stage, 'datasource', stage.source, alone)
  for (const owner of [alone, member]) await lend(stage, 'chart', await chart(stage, owner), borrower, 'view', owner)
  stage.graph.endings.push({ loses: alone, type: 'datasource', thing: stage.source }, { leavesGroup: member, group: team })
}

/** Shared on by somebody with filters; another group, in which the borrower is not, has it by the administrator. */
const sharedOn: Play = async (stage) => {
  const [apart, bound] = [await stage.group(), await stage.group()]
  const [middle, borrower] = [await stage.person('middle', [bound]), await stage.person('borrower')]
  await stage.person('colleague', [apart])
  await cut(stage, { groups: [bound] })
  const first = await chart(stage)
  const board = await dashboard(stage, stage.admin, [await chart(stage)])
  for (const [type, thing] of [['chart', first] as const, ['dashboard', board] as const]) {
    await lend(stage, type, thing, middle, 'own')
    await lend(stage, type, thing, borrower, 'view', middle)
    await lend(stage, type, thing, apart)
  }
}

/** Of two who shared on, one loses what he shared, the other is deleted; the borrowers keep their shares. */
const sharersGo: Play = async (stage) => {
  const [loser, leaver] = [await stage.person('loser'), await stage.person('leaver')]
  for (const [middle, name] of [
    [loser, 'first'],
    [leaver, 'second'],
  ] as const) {
    const [lent, borrower] = [await chart(stage), await stage.person(`${name} borrower`)]
    await lend(stage, 'chart', lent, middle, 'own')
    await lend(stage, 'chart', lent, borrower, 'view', middle)
    if (middle === loser) stage.graph.endings.push({ loses: loser, type: 'chart', thing: lent })
  }
  stage.graph.endings.push({ leaves: leaver, heir: stage.admin })
}

/** Dashboards of people who may publish a chart, or lack one of the two rights it takes. */
const published: Play = async (stage) => {
  const borrower = await stage.person('borrower')
  const lent = await chart(stage)
  const ways: [string, Level | null, Level][] = [
    ['may publish', 'edit', 'edit'],
    ['may look at the chart', 'edit', 'view'],
    ['has no source', null, 'edit'],
    ['may look at the source', 'view', 'edit'],
  ]
  for (const [name, onSource, onChart] of ways) {
    const publisher = await stage.person(name)
    if (onSource) await lend(stage, 'datasource', stage.source, publisher, onSource)
    await lend(stage, 'chart', lent, publisher, onChart)
    if (name === 'may publish') await cut(stage, { users: [publisher] })
    await lend(stage, 'dashboard', await dashboard(stage, publisher, [lent]), borrower, 'view', publisher)
  }
}

/** A dashboard asks more than a chart that is lent; where its owner may not publish the chart, nothing more is answered. */
const askedMore: Play = async (stage) => {
  const [publisher, looker, borrower] = [await stage.person('publisher'), await stage.person('looker'), await stage.person('borrower')]
  await cut(stage, { users: [publisher] })
  const lent = await chart(stage)
  await lend(stage, 'datasource', stage.source, publisher, 'edit')
  await lend(stage, 'chart', lent, publisher, 'edit')
  await lend(stage, 'datasource', stage.source, looker)
  for (const to of [looker, borrower]) await lend(stage, 'chart', lent, to)
  for (const owner of [publisher, looker]) await lend(stage, 'dashboard', await dashboard(stage, owner, [lent]), borrower, 'view', owner)
}

const tokens: Play = async (stage) => {
  const [minter, looker, borrower] = [await stage.person('minter'), await stage.person('looker'), await stage.person('borrower')]
  await cut(stage, { users: [minter] })
  const [shown, apart] = [await chart(stage), await chart(stage)]
  const [board, closing] = [await dashboard(stage, stage.admin, [shown]), await dashboard(stage, stage.admin, [shown])]
  for (const to of [minter, looker]) await lend(stage, 'datasource', stage.source, to, 'edit')
  for (const one of [shown, apart]) await lend(stage, 'chart', one, minter, 'edit')
  for (const one of [board, closing]) for (const to of [minter, looker]) await lend(stage, 'dashboard', one, to, 'edit')
  await lend(stage, 'chart', shown, looker)
  await lend(stage, 'dashboard', board, borrower)
  const own: Condition = { member: 'orders.id', operator: 'greater_than', values: [0] }
  for (const filters of [[], [own]]) await mint(stage, board.id, minter, filters)
  await mint(stage, board.id, stage.admin, [{ ...own, values: [12] }])
  await mint(stage, board.id, looker, [own])
  await mint(stage, closing.id, stage.admin, [own])
  stage.graph.endings.push({ loses: minter, type: 'dashboard', thing: board }, { closes: closing })
}

/** Filters of everyone bind guests, also of a maker whom they spare. */
const sparedByEveryones: Play = async (stage) => {
  const maker = await stage.person('maker')
  await cut(stage, { everyone: true, except: { users: [maker] } }, ALL_BUT_EU)
  await lend(stage, 'datasource', stage.source, maker, 'edit')
  const board = await dashboard(stage, maker, [await chart(stage, maker)])
  for (const filters of [[], [{ member: 'orders.tier', operator: 'less_than', values: [4] }]]) await mint(stage, board.id, maker, filters)
}

/** Each way in which a filter binds who looks himself, at things that somebody without filters read just before. */
const ownFilters: Play = async (stage) => {
  const team = await stage.group()
  const ways: [string, string[], (id: string) => [Reach, Condition] | null][] = [
    ['free', [], () => null],
    ['by name', [], (id) => [{ users: [id] }, EU]],
    ['by group', [team], () => [{ groups: [team] }, EU]],
    ['without region', [], (id) => [{ users: [id] }, OWN_REGION]],
  ]
  const lent = await chart(stage)
  for (const [name, groups, filterOf] of ways) {
    const who = await stage.person(name, groups)
    const filter = filterOf(who)
    if (filter) await cut(stage, ...filter)
    await lend(stage, 'datasource', stage.source, who)
    await lend(stage, 'chart', lent, who)
  }
  await stage.person('stranger')
}

const everyonesFilters: Play = async (stage) => {
  await cut(stage, { everyone: true })
  await lend(stage, 'datasource', stage.source, await stage.person('viewer'))
}

/** What a chart asks was changed by somebody with filters, and by somebody who then loses the data source. */
const askedByAnother: Play = async (stage) => {
  const [bound, losing, borrower] = [await stage.person('bound'), await stage.person('losing'), await stage.person('borrower')]
  await cut(stage, { users: [bound] })
  for (const author of [bound, losing]) {
    const lent = await chart(stage)
    await lend(stage, 'datasource', stage.source, author)
    await lend(stage, 'chart', lent, author, 'edit')
    await lend(stage, 'chart', lent, borrower)
    await askAnew(stage, lent.id, author)
  }
  stage.graph.endings.push({ loses: losing, type: 'datasource', thing: stage.source })
}

/** Who may change somebody else's dashboard puts a chart on it that he may only look at, and a filter over a data source he may only query. */
const placedByAnother: Play = async (stage) => {
  const editor = await stage.person('editor')
  const lent = await chart(stage)
  const [bare, plain] = [await dashboard(stage, stage.admin, []), await dashboard(stage, stage.admin, [lent], false)]
  await lend(stage, 'datasource', stage.source, editor)
  await lend(stage, 'chart', lent, editor)
  for (const board of [bare, plain]) await lend(stage, 'dashboard', board, editor, 'edit')
  await placeOn(stage, bare, { by: editor, chart: lent.id })
  await filterOn(stage, plain, editor)
}

/** Two charts that ask the same and are lent by others, side by side. */
const twins: Play = async (stage) => {
  const [other, borrower] = [await stage.person('other'), await stage.person('borrower')]
  await cut(stage, { users: [other] })
  const lent = await chart(stage)
  await lend(stage, 'datasource', stage.source, other)
  await lend(stage, 'chart', lent, other)
  const copy = stage.graph.charts.get((await cloneChart(stage, lent.id, other)) ?? '')
  if (!copy) throw new Error('a scene has no copy')
  for (const both of [
    [lent, copy],
    [copy, lent],
  ])
    await lend(stage, 'dashboard', await dashboard(stage, stage.admin, both), borrower)
}

/** The words of an answer are lent where no filter stands, while their asker is there and sees the source. */
const words: Play = async (stage) => {
  const [losing, disabled, reader] = [await stage.person('losing'), await stage.person('disabled'), await stage.person('reader')]
  for (const asker of [losing, disabled]) {
    await lend(stage, 'datasource', stage.source, asker)
    await ask(stage, asker, reader)
  }
  stage.graph.endings.push({ loses: losing, type: 'datasource', thing: stage.source }, { disabled })
}

const withheldWords: Play = async (stage) => {
  const [asker, reader] = [await stage.person('asker'), await stage.person('reader')]
  await cut(stage, { users: [reader] })
  for (const who of [asker, reader]) await lend(stage, 'datasource', stage.source, who)
  await ask(stage, asker, reader)
}

async function ask(stage: Stage, asker: string, reader: string): Promise<void> {
  const known = new Set(stage.graph.sessions.keys())
  await askOnce(stage, asker, stage.source)
  const [session] = [...stage.graph.sessions.values()].filter(({ id }) => !known.has(id))
  if (!session) throw new Error('a scene has no answer')
  await lend(stage, 'session', session, reader, 'view', asker)
}

/** What jobs made is told to those for whom they ran, not to who may see the job, nor to who becomes its owner; who lost what it reads is told no more. */
const jobs: Play = async (stage) => {
  const [leaver, losing, heir, viewer] = [await stage.person('leaver'), await stage.person('losing'), await stage.person('heir'), await stage.person('viewer')]
  const lent = await chart(stage)
  const payload = { chart_id: lent.id, column: 'id', of_rows: 'min', condition: { operator: 'above', value: 0 } }
  const tasks = [
    { kind: 'alert' as const, payload },
    { kind: 'export' as const, payload: { chart_id: lent.id, format: 'csv' } },
  ]
  for (const owner of [leaver, losing]) {
    await lend(stage, 'datasource', stage.source, owner)
    await lend(stage, 'chart', lent, owner)
    for (const task of tasks) {
      const job = await newJob(stage.graph, stage.ask, owner, task)
      if (!job) throw new Error('a scene has no job')
      await lend(stage, 'job', job, viewer, 'view', owner)
    }
  }
  stage.graph.endings.push({ leaves: leaver, heir }, { loses: losing, type: 'chart', thing: lent })
}

/** Small graphs in which one check each is all that stands between a row and who may not see it, so that none of them waits for chance. */
export const SCENES = {
  lentByWhoSeesLess,
  ownersLoseTheirSource,
  sharedOn,
  sharersGo,
  published,
  askedMore,
  tokens,
  sparedByEveryones,
  ownFilters,
  everyonesFilters,
  askedByAnother,
  placedByAnother,
  twins,
  words,
  withheldWords,
  jobs,
} satisfies Record<string, Play>
export type SceneName = keyof typeof SCENES
