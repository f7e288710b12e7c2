import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Asked, figuresOf } from './report.ts'

const classes = ['right', 'contained', 'wrong', 'asked', 'refused'] as const
type Class = (typeof classes)[number]

/** What came of each question of a set: the ids of each class, without what they share at the start, with spaces between. */
export type SetResults = { n: number; strict: number; precision: number; prefix: string } & Record<Class, string>
export type Results = Record<string, SetResults>
export type Change = { id: string; from: Class; to: Class }

/** `contained`: the columns expected are among those answered. A question that has no answer is right when it gets none. */
export function classOf({ question, outcome }: Asked): Class {
  if (question.gold.length === 0) return outcome.kind === 'query' ? 'wrong' : 'right'
  if (outcome.kind === 'query') return outcome.strict ? 'right' : outcome.lenient ? 'contained' : 'wrong'
  return outcome.kind === 'clarification' ? 'asked' : 'refused'
}

export function resultsOf(asked: Asked[]): SetResults {
  const { strict, precisionStrict } = figuresOf(asked)
  const isAnswerable = asked.some(({ question }) => question.gold.length > 0)
  const prefix = sharedStart(asked.map(({ question }) => question.id))
  const of = (wanted: Class) => asked.flatMap((item) => (classOf(item) === wanted ? [item.question.id.slice(prefix.length)] : [])).join(' ')
  return {
    n: asked.length,
    strict: isAnswerable ? tenths(strict) : tenths((100 * asked.filter((item) => classOf(item) === 'right').length) / asked.length),
    precision: isAnswerable ? tenths(precisionStrict) : 100,
    prefix,
    ...(Object.fromEntries(classes.map((name) => [name, of(name)])) as Record<Class, string>),
  }
}

/** The questions of both runs whose rows were right in one and are not in the other. */
export function changesBetween(before: SetResults, now: SetResults): { lost: Change[]; gained: Change[] } {
  const known = byId(before)
  const changed = [...byId(now)].flatMap(([id, to]) => {
    const from = known.get(id)
    return from === undefined || from === to ? [] : [{ id, from, to }]
  })
  return { lost: changed.filter(({ from }) => from === 'right'), gained: changed.filter(({ to }) => to === 'right') }
}

/** What changed against the results kept in `file`, in lines. */
export function regressionLines(file: string, results: Results): string[] {
  const kept = readResults(file)
  const named = (mark: string, changes: Change[]) => changes.map(({ id, from, to }) => `${mark} ${id}: ${from}, now ${to}`)
  const lines = Object.entries(results).flatMap(([set, now]) => {
    const before = kept[set]
    if (before === undefined) return [`${set}: no results are kept`]
    const { lost, gained } = changesBetween(before, now)
    const sum = `${set}: strict ${before.strict} → ${now.strict} %, precision ${before.precision} → ${now.precision} %, ${lost.length} lost, ${gained.length} gained`
    return [sum, ...named('-', lost), ...named('+', gained)]
  })
  return ['', '== against the results kept', ...lines]
}

export function readResults(file: string): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}
}

/** Keeps the results of the sets that were asked; those of others stay. */
export function keepResults(file: string, results: Results): void {
  mkdirSync(dirname(file), { recursive: true })
  const sorted = Object.entries({ ...readResults(file), ...results }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

function byId({ prefix, ...results }: SetResults): Map<string, Class> {
  return new Map(
    classes.flatMap((name) =>
      results[name]
        .split(' ')
        .filter(Boolean)
        .map((id): [string, Class] => [`${prefix}${id}`, name]),
    ),
  )
}

function sharedStart([first = '', ...others]: string[]): string {
  let length = first.lastIndexOf('-') + 1
  while (!others.every((id) => id.startsWith(first.slice(0, length)) && id.length > length)) length--
  return first.slice(0, length)
}

const tenths = (value: number): number => Math.round(value * 10) / 10
