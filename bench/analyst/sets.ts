import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChartSort, drawnSql } from './vql.ts'

/** One question of a set with the SQL that answers it; `gold` is empty for a question that no query answers. */
export type Question = {
  id: string
  set: string
  file: string
  semantic: string | null
  text: string
  gold: string[]
  /** What a chart that is asked for draws, where that is something else than the SQL given. */
  drawn: string | null
  category: string
  chart: string | null
  now: string | null
  dialog: string | null
  turn: number
}

type Row = {
  id: string
  db: string
  question: string
  gold_sql: string | null
  gold_alternatives?: string[]
  exec?: string
  exec_alternatives?: string[]
  hardness?: string
  category?: string
  chart?: string
  vql?: string
  sort?: ChartSort
  now?: string
  dialog?: string | number
  turn?: number
  turns?: unknown
  gold_kind?: string
}

/** The folder of the sets that come with the project. */
export const ownSets = fileURLToPath(new URL('sets/', import.meta.url))

/** Every set below `folder`: a folder with `*.jsonl` files in it. */
export function setsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).some((name) => name.endsWith('.jsonl')))
    .map((entry) => entry.name)
    .sort()
}

/** The questions of a set that can be judged: their SQL runs, or they are known to have no answer. */
export function readSet(folder: string, set: string): Question[] {
  const files = readdirSync(join(folder, set))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  return files.flatMap((name) => {
    const rows = readFileSync(join(folder, set, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Row)
    return rows.flatMap((row) => questionOf(folder, set, basename(name, '.jsonl'), row))
  })
}

function questionOf(folder: string, set: string, source: string, row: Row): Question[] {
  const isAnswerable = row.gold_sql !== null
  if (isAnswerable && row.exec !== undefined && row.exec !== 'ok') return []
  const alternatives = (row.gold_alternatives ?? []).filter((_, index) => row.exec_alternatives === undefined || row.exec_alternatives[index] === 'ok')
  const { file, semantic } = databaseOf(folder, set, row.db) ?? (isAnswerable ? absent(set, row.db) : anyDatabase(folder, set, row.id))
  return [
    {
      id: row.id,
      set: isAnswerable ? set : `${set} unanswerable`,
      file,
      semantic,
      text: row.question,
      gold: row.gold_sql === null ? [] : [row.gold_sql, ...alternatives],
      drawn: row.vql === undefined || row.chart === undefined ? null : drawnSql(row.vql, row.chart, row.sort ?? null),
      category: (row.category ?? row.hardness ?? row.gold_kind ?? 'all').toLowerCase(),
      chart: row.chart ?? null,
      now: row.now ?? null,
      dialog: row.dialog === undefined || row.turn === undefined ? null : `${source}-${row.dialog}`,
      turn: row.turn ?? 0,
    },
  ]
}

type Home = { file: string; semantic: string | null }

/** A set's own database, or that of another set of the folder. */
function databaseOf(folder: string, set: string, db: string): Home | null {
  const homes = [set, ...readdirSync(folder).filter((name) => name !== set)].map((name) => join(folder, name))
  for (const home of homes) {
    const file = [join(home, 'db', `${db}.sqlite`), join(home, `${db}.sqlite`)].find((path) => existsSync(path))
    if (file === undefined) continue
    const semantic = [join(home, 'semantic', `${db}.json`), join(home, `${db}.semantic.json`)].find((path) => existsSync(path))
    return { file, semantic: semantic ?? null }
  }
  return null
}

function absent(set: string, db: string): never {
  throw new Error(`the set ${set} names the database ${db}, which is not there`)
}

/** A question that has no answer has none in any database: one of the set's own is asked. */
function anyDatabase(folder: string, set: string, id: string): Home {
  const names = readdirSync(join(folder, set, 'db')).sort()
  const name = names[(createHash('sha256').update(id).digest()[0] ?? 0) % names.length] ?? ''
  return databaseOf(folder, set, basename(name, '.sqlite')) ?? absent(set, name)
}

/** The half of the databases each belongs to: every other one in the order of their names' hashes, so that no one chooses. */
export function halvesOf(questions: Question[]): Map<string, 'a' | 'b'> {
  const hash = (file: string) => createHash('sha256').update(basename(file)).digest('hex')
  const files = [...new Set(questions.map(({ file }) => file))].sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
  return new Map(files.map((file, index) => [file, index % 2 === 0 ? 'a' : 'b']))
}

/** `count` questions spread evenly over a set; dialogs stay whole. */
export function sample(questions: Question[], count: number): Question[] {
  const groups = [...Map.groupBy(questions, (question) => question.dialog ?? question.id).values()]
  const step = Math.max(1, questions.length / count)
  const kept: Question[] = []
  for (let at = 0; at < groups.length && kept.length < count; at += step) kept.push(...(groups[Math.floor(at)] ?? []))
  return kept
}
