import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { type LexiconCache, lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

const clock = { now: new Date('2025-06-18T12:00:00Z'), timeZone: 'UTC' }
const nouns =
  'order customer product invoice shipment payment supplier employee warehouse region contract ticket visit campaign lead account asset refund budget project'.split(
    ' ',
  )
const qualities =
  'name status city country category channel total amount price quantity discount weight date email code note rating level method comment'.split(' ')

/** What the analyst costs: its lexicon of a large layer, the time of a question over a middling one, and its size in a bundle. */
export async function engineLines(): Promise<string[]> {
  globalThis.gc?.()
  const large = madeLayer(500)
  const before = process.memoryUsage().heapUsed
  const start = performance.now()
  const cache: LexiconCache = new Map()
  lexiconOf(large, cache)
  const built = performance.now() - start
  globalThis.gc?.()
  const megabytes = (process.memoryUsage().heapUsed - before) / 1024 ** 2
  const { p50, p95, n } = parseTimes(madeLayer(30))
  const [own, whole] = [await bundled(true), await bundled(false)].map((bytes) => (bytes / 1024).toFixed(1))
  return [
    '',
    '== engine',
    `lexicon of 500 tables of 20 columns: ${built.toFixed(0)} ms (goal ≤ 2000), ${megabytes.toFixed(1)} MB${globalThis.gc ? '' : ' and garbage'} (goal ≤ 100)`,
    `${n} questions over 30 tables: p50 ${p50.toFixed(1)} ms (goal ≤ 5), p95 ${p95.toFixed(1)} ms (goal ≤ 15)`,
    `module in a bundle: ${own} KiB gzip (goal ≤ 120) beside the compiler and schemas every Worker has, ${whole} KiB with them`,
  ]
}

function parseTimes(layer: Layer): { p50: number; p95: number; n: number } {
  const cache: LexiconCache = new Map()
  const names = layer.tables.map((table) => table.label.toLowerCase())
  const questions = names.flatMap((name, index) => [
    `How many ${plural(name)} are there?`,
    `What is the average price of ${plural(name)} by country?`,
    `Show the top 5 ${plural(name)} by total amount in 2024`,
    `List the name and email of ${plural(name)} whose discount is more than ${index} and whose status is value ${index % 5}`,
    `Which city has the most ${plural(name)} with a rating above average?`,
    `Total quantity per month for ${plural(name)} in the last quarter as a line chart`,
    `${name} without a ${names[(index + 1) % names.length] ?? name}`,
  ])
  for (const question of questions.slice(0, 30)) analyseQuestion({ question, layer, previous: null, clock, cache })
  const times = questions
    .map((question) => {
      const start = performance.now()
      analyseQuestion({ question, layer, previous: null, clock, cache })
      return performance.now() - start
    })
    .sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { p50: quantile(0.5), p95: quantile(0.95), n: times.length }
}

/** What lies apart is in the same bundle, where nothing is imported. */
const importOfApart = /import\{[^}]*\}from"(?:#domain\/[^"]+|zod)";/g

async function bundled(isOwn: boolean): Promise<number> {
  const entry = fileURLToPath(new URL('../../domain/analyst/analyse.ts', import.meta.url))
  const apart = isOwn ? { external: ['#domain/semantics/*', '#domain/charts/*', '#domain/failure.ts', 'zod'] } : {}
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', write: false, platform: 'browser', ...apart })
  return gzipSync((outputFiles[0]?.text ?? '').replaceAll(importOfApart, '')).length
}

/** A layer like those of businesses: nouns with their attributes, each table referring to the one before. */
function madeLayer(count: number): Layer {
  const tables = Array.from({ length: count }, (_, index) => madeTable(index))
  return {
    datasourceId: 'ds_made',
    name: 'Made',
    description: '',
    dialect: 'sqlite',
    version: `made-${count}`,
    tables,
    relationships: tables.slice(1).map((table, index) => ({
      fromTable: table.name,
      fromColumns: ['parent_id'],
      toTable: tables[index]?.name ?? '',
      toColumns: ['id'],
      cardinality: 'many_to_one' as const,
      source: 'declared' as const,
    })),
    measures: [],
    hierarchies: [],
    verifiedQueries: [],
  }
}

function madeTable(index: number): LayerTable {
  const noun = `${nouns[index % nouns.length]}${index < nouns.length ? '' : ` ${qualities[Math.floor(index / nouns.length) % qualities.length]}`}`
  const name = `${noun.replace(' ', '_')}${index < nouns.length * qualities.length ? '' : `_${index}`}`
  const column = (label: string, part: Partial<LayerColumn>): LayerColumn => ({
    name: label.replaceAll(' ', '_'),
    label,
    description: '',
    synonyms: [],
    semanticType: 'text',
    type: 'text',
    unit: null,
    sampleValues: [],
    distinct: null,
    nullFraction: 0,
    min: null,
    max: null,
    isHidden: false,
    ...part,
  })
  const attributes = qualities.slice(0, 18).map((quality) => {
    if (/total|amount|price|quantity|discount|weight|rating|level/.test(quality)) return column(quality, { type: 'number', semanticType: 'measure' })
    if (quality === 'date') return column(quality, { type: 'date', semanticType: 'time' })
    return column(quality, {
      semanticType: 'category',
      distinct: 20,
      sampleValues: Array.from({ length: 20 }, (_, value) => `${quality} value ${index}-${value}`),
    })
  })
  return {
    name,
    schema: null,
    label: noun,
    description: '',
    synonyms: [],
    rows: 10_000,
    primaryKey: ['id'],
    isHidden: false,
    columns: [
      column('id', { type: 'integer', semanticType: 'identifier' }),
      column('parent id', { type: 'integer', semanticType: 'identifier' }),
      ...attributes,
    ],
  }
}
