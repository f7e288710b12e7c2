import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../deployment.ts'
import type { Journey } from '../journey.ts'

/** Milliseconds from a click to the changed card, at p95 over all steps of all tasks. */
const LIMIT_MS = 300
const MOST_CLICKS = 3

const tools = (page: Page) => page.getByRole('toolbar', { name: 'Work on this answer' }).last()
const open = (page: Page, name: RegExp | string) => tools(page).getByRole('button', { name }).click()

type Step = (page: Page) => Promise<void>
const sort =
  (item: string): Step =>
  async (page) => {
    await open(page, 'Sort')
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
const top = (count: number): Step => sort(`The first ${count}`)
const measure =
  (item: string): Step =>
  async (page) => {
    await open(page, 'Measure')
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
const only =
  (value: string): Step =>
  async (page) => {
    await open(page, /^Filter/)
    await page.getByLabel('Find a value', { exact: true }).fill(value)
    await page.getByRole('checkbox', { name: value, exact: true }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
  }
const unfiltered: Step = async (page) => {
  await open(page, /^Filter \(/)
  await page
    .getByRole('button', { name: /^Take back/ })
    .last()
    .click()
}
const by =
  (label: string, isMore = false): Step =>
  async (page) => {
    await open(page, 'Group by')
    await page.getByLabel('Find a column', { exact: true }).fill(label.replace(/ by .*/, ''))
    await page.getByRole('button', { name: isMore ? `Also by ${label}` : label, exact: true }).click()
  }
const inAll: Step = async (page) => {
  await open(page, 'Group by')
  await page.getByRole('button', { name: 'In all', exact: true }).click()
}
const period =
  (choose: (form: Page) => Promise<unknown>): Step =>
  async (page) => {
    await open(page, 'Period')
    await choose(page)
    await page.getByRole('button', { name: 'Apply' }).click()
  }
const steppedBy = (grain: string) => period((form) => form.getByLabel('In steps of a', { exact: true }).selectOption(grain))
const beside = (what: string) => period((form) => form.getByLabel('Beside', { exact: true }).selectOption(what))
const since = (day: string) => period((form) => form.getByLabel('From', { exact: true }).fill(day))
const why: Step = async (page) => {
  await page
    .getByRole('listbox', { name: /^Marks of the chart/ })
    .last()
    .focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Why?' }).click()
}
const into: Step = async (page) => {
  await page
    .getByRole('listbox', { name: /^Marks of the chart/ })
    .last()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Look into' }).click()
}

const YEAR = 'Invoice date by year'
const QUARTER = 'Invoice date by quarter'

/** What somebody wants of a first answer, the total per country, and the steps there. */
const TASKS: [task: string, ...steps: Step[]][] = [
  ['the five largest', top(5)],
  ['the three largest, from the smallest', top(3), sort('Total, lowest first')],
  ['only Germany', only('Germany')],
  ['only Germany, by quarter', only('Germany'), by(QUARTER)],
  ['only Germany, by quarter, compared with last year', only('Germany'), by(QUARTER), beside('previous_year')],
  ['only Germany, by quarter, compared with last year, the last of them', only('Germany'), by(QUARTER), beside('previous_year'), since('2024-01-01')],
  ['by year', by(YEAR)],
  ['by year beside the year before', by(YEAR), beside('previous_year')],
  ['by year, in steps of a month, since 2024', by(YEAR), steppedBy('month'), since('2024-01-01')],
  ['by city of Brazil', only('Brazil'), by('Billing city')],
  ['one figure of all', inAll],
  ['one figure of all, counted', inAll, measure('Number of invoices')],
  ['the average invoice of each country', measure('Average total of invoices')],
  ['the average invoice of the ten with the highest', measure('Average total of invoices'), top(10)],
  ['how many invoices each country has', measure('Number of invoices')],
  ['Germany, and then everybody again', only('Germany'), unfiltered],
  ['by country and year', by(YEAR, true)],
  ['the best year, and why', by(YEAR), why],
  ['a year looked into', by(YEAR), into],
  ['by quarter of France, the five best', only('France'), by(QUARTER), top(5)],
]

const WATCH = `(() => {
  const told = { clicks: 0, at: 0, drawn: 0, words: '' }
  const words = () => document.querySelector('main article:last-of-type ol[aria-label="Steps"]')?.textContent ?? ''
  // A click on a label is told twice: of the label, and of what it names.
  addEventListener('pointerdown', () => { told.clicks += 1 }, { capture: true })
  addEventListener('click', () => { told.at = performance.now() }, { capture: true })
  addEventListener('keydown', ({ key }) => { if (key === 'Enter') told.at = performance.now() }, { capture: true })
  new MutationObserver((changes) => {
    for (const { target } of changes) if ((target.closest ?? (() => null)).call(target, '[role=img]')) told.drawn = performance.now()
    const now = words()
    if (now !== told.words) { told.words = now; told.changed = performance.now() }
  }).observe(document, { childList: true, subtree: true, characterData: true })
  window.stepBegins = () => { told.clicks = 0; told.at = 0; told.drawn = 0; told.changed = 0; told.words = words() }
  // A chart is drawn anew; a single figure or a table may have none.
  window.stepTook = () => {
    if (!told.changed || told.changed < told.at) return null
    const hasChart = document.querySelector('main article:last-of-type [role=img]') !== null
    if (hasChart && told.drawn < told.at && performance.now() - told.changed < 1500) return null
    return { ms: Math.max(told.changed, told.drawn > told.at ? told.drawn : 0) - told.at, clicks: told.clicks }
  }
})()`

/** Waits for the card to show a step, and tells how long after the last click that was, and how many clicks there were. */
async function stepDone(page: Page, task: string): Promise<{ ms: number; clicks: number }> {
  const seen: { ms: number; clicks: number }[] = []
  await until(`"${task}" is done`, async () => {
    const done = await page.evaluate<{ ms: number; clicks: number } | null>('stepTook()')
    if (done) seen.push(done)
    return done !== null
  })
  return seen[0] ?? { ms: 0, clicks: 0 }
}

export const directWork: Journey[] = [
  {
    name: `${TASKS.length} tasks of direct work on a first answer`,
    as: 'maker',
    takesMs: 600_000,
    async run({ page, world, figure, note }) {
      const as = { as: world.tokens.maker }
      const before = (await world.api('GET /llm/usage', undefined, { ...as, may: true })).text
      const took: { task: string; ms: number; clicks: number }[] = []
      await page.addInitScript(WATCH)
      for (const [task, ...steps] of TASKS) {
        const { body } = await world.api('POST /llm/sessions/new', { title: 'Direct work' }, as)
        await world.api(
          `POST /llm/session/completions`,
          { model: 'music-analyst', session_id: body.id, messages: [{ role: 'user', content: 'What is the total of invoices by billing country?' }] },
          as,
        )
        await page.goto(`/sessions/${body.id}`)
        await page.locator('main [role=img] svg').first().waitFor()
        await tools(page).hover()
        for (const [at, step] of steps.entries()) {
          await page.evaluate('stepBegins()')
          await step(page)
          took.push({ task: `${task} (step ${at + 1})`, ...(await stepDone(page, task)) })
        }
      }
      assert.equal(took.filter(({ clicks }) => clicks > MOST_CLICKS).length, 0, JSON.stringify(took.filter(({ clicks }) => clicks > MOST_CLICKS)))
      const asked = (await world.api('GET /llm/usage', undefined, { ...as, may: true })).body
      note(`${took.length} steps, at most ${Math.max(...took.map(({ clicks }) => clicks))} clicks each, no model called by any`)
      assert.equal(countOf(asked) - countOf(JSON.parse(before)), TASKS.length, 'a model was called by a step')
      const sorted = took.toSorted((one, other) => one.ms - other.ms)
      note(
        `slowest: ${sorted
          .slice(-3)
          .map(({ task, ms }) => `${task} ${ms.toFixed(0)} ms`)
          .join(', ')}`,
      )
      figure('a step of direct work, p95', sorted[Math.ceil(sorted.length * 0.95) - 1]?.ms ?? 0, LIMIT_MS, 'ms')
      figure('a step of direct work, median', sorted[Math.floor(sorted.length / 2)]?.ms ?? 0, LIMIT_MS, 'ms')
    },
  },
]

/** Questions that were asked of models, as the use report counts them. */
const countOf = (report: { requests?: number; total?: { requests?: number }; items?: { requests: number }[] }): number =>
  report.total?.requests ?? report.requests ?? (report.items ?? []).reduce((sum, { requests }) => sum + requests, 0)
