import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Counts, Durations, Telemetry } from '#domain/telemetry.ts'

/** What is true at a moment, read when somebody asks: one value for each set of labels. */
export type Reading = { labels: Record<string, string>; value: number }

export type Metrics = Pick<Telemetry, 'count' | 'took'> & {
  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label>
  histogram<Label extends string>(name: string, help: string, labels: readonly Label[], buckets?: number[]): Histogram<Label>
  gauge<Label extends string>(name: string, help: string, labels: readonly Label[]): Gauge<Label>
  /** A gauge, or a counter where its name ends so, that is read at each scrape; one that cannot be read then has no value. */
  reading(name: string, help: string, labels: readonly string[], read: () => Reading[] | Promise<Reading[]>): void
  /** In the text format of Prometheus. */
  text(): Promise<{ body: string; type: string }>
  close(): void
}

/** Seconds: from a route that reads memory to a question that meets its deadline. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

const COUNTS: { [Name in keyof Counts]: { help: string; labels: (keyof Counts[Name] & string)[] } } = {
  questions: { help: 'Questions by how they ended, why, and who answered', labels: ['outcome', 'reason', 'answered_by'] },
  model_calls: { help: 'Calls of language models by kind of provider', labels: ['provider', 'outcome'] },
  model_tokens: { help: 'Tokens of language models; cached ones are among the prompt’s', labels: ['provider', 'type'] },
  tool_repairs: { help: 'What had to be put right in a model’s reply before it could be read', labels: ['kind'] },
  runs: { help: 'Attempts at background work by queue, kind and outcome', labels: ['queue', 'kind', 'outcome'] },
}
const DURATIONS: { [Name in keyof Durations]: { help: string; labels: (keyof Durations[Name] & string)[] } } = {
  question: { help: 'Seconds a question took to its last word', labels: ['answered_by'] },
  model_call: { help: 'Seconds a call of a language model took, with repeated attempts', labels: ['provider'] },
  run: { help: 'Seconds an attempt at background work took', labels: ['queue', 'kind'] },
}

/** Figures of this process in a registry of their own. */
export function openMetrics({ version }: { version: string }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter: Metrics['counter'] = (name, help, labelNames) => new Counter({ name: `querent_${name}_total`, help, labelNames, registers })
  const histogram: Metrics['histogram'] = (name, help, labelNames, buckets = SECONDS) =>
    new Histogram({ name: `querent_${name}`, help, labelNames, buckets, registers })
  const gauge: Metrics['gauge'] = (name, help, labelNames) => new Gauge({ name: `querent_${name}`, help, labelNames, registers })

  const counts = new Map(Object.entries(COUNTS).map(([name, { help, labels }]) => [name, counter<string>(name, help, labels)]))
  const durations = new Map(Object.entries(DURATIONS).map(([name, { help, labels }]) => [name, histogram<string>(`${name}_duration_seconds`, help, labels)]))
  const runtime = process.versions.bun ? 'bun' : 'node'
  gauge('build_info', 'Always 1: the version that runs, and on what', ['version', 'runtime']).set({ version, runtime }, 1)

  return {
    counter,
    histogram,
    gauge,
    count: (name, labels, by = 1) => void counts.get(name)?.inc({ ...labels }, by),
    took: (name, labels, seconds) => void durations.get(name)?.observe({ ...labels }, seconds),
    reading(name, help, labelNames, read) {
      const made: Gauge | Counter = new (name.endsWith('_total') ? Counter : Gauge)({
        name: `querent_${name}`,
        help,
        labelNames,
        registers,
        async collect() {
          const readings = await Promise.resolve()
            .then(read)
            .catch(() => [])
          made.reset()
          for (const { labels, value } of readings) made.inc(labels, value)
        },
      })
    },
    text: async () => ({ body: await registry.metrics(), type: registry.contentType }),
    close: () => registry.clear(),
  }
}
