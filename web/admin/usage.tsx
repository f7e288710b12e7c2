import { useMemo, useState } from 'react'
import type { Drawable } from '#charts/chart.ts'
import type { UsageReport } from '#web/api/llm.gen.ts'
import { open, query, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/usage.ts'
import { Button } from '#web/ui/button.tsx'
import { DrawnChart } from '#web/ui/drawn-chart.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { count, currentLocale, number } from '#web/ui/formats.ts'
import { Card, Empty, Loading } from '#web/ui/page.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Cell, Table } from '#web/ui/table.tsx'

type Item = UsageReport['items'][number]
type By = keyof typeof words.groupings
type Measure = keyof typeof words.measures
const MEASURES = Object.keys(words.measures) as Measure[]
/** More series than these are one. */
const SERIES = 6
const DAY_MS = 86_400_000

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

function money(value: number, currency: string): string {
  const digits = value !== 0 && Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }
  return new Intl.NumberFormat(currentLocale(), { style: 'currency', currency, ...digits }).format(value)
}

function told(measure: Measure, value: number, currency: string): string {
  if (measure === 'cost') return money(value, currency)
  return measure === 'audio_seconds' ? `${number(value, 0)} ${words.seconds}` : count(value)
}

/** What a row is of, for a reader. */
function nameOf(item: Item, by: By): string {
  if (by === 'user') return item.user ?? words.gone
  if (by === 'key') return item.api_key_id ? (item.api_key ?? words.gone) : words.noKey
  if (by === 'source') return item.datasource_id ? (item.datasource ?? words.gone) : words.noSource
  return (by === 'model' ? item.model : by === 'month' ? item.month : item.day) ?? ''
}

export function Usage() {
  const [from, setFrom] = useState(() => dayBefore(29))
  const [to, setTo] = useState(() => dayBefore(0))
  const [by, setBy] = useState<By>('model')
  const [chosen, setMeasure] = useState<Measure | null>(null)
  const range = { from, to }
  const { data: report, error } = useRead<UsageReport>(`/llm/usage${query({ ...range, group_by: by })}`)
  // The builtin analyst uses no tokens: where only it was asked there are questions to be drawn.
  const measure = chosen ?? (report?.total.total_tokens === 0 ? 'requests' : 'total_tokens')
  const isSplit = by !== 'day' && by !== 'month'
  const { data: daily } = useRead<UsageReport>(`/llm/usage${query({ ...range, group_by: isSplit ? `day,${by}` : 'day' })}`)
  const save = useChange(async () => {
    const response = await open('GET', `/llm/usage/export${query({ ...range, group_by: by === 'day' ? 'day,model,user' : `day,${by}` })}`)
    saveFile(await response.blob(), `usage-${from}-${to}.csv`)
  }, [])
  const chart = useMemo(() => daily && drawn(daily, by, measure), [daily, by, measure])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-2">
        <TextField label={words.from} type="date" value={from} max={to} onChange={({ target }) => target.value && setFrom(target.value)} />
        <TextField label={words.to} type="date" value={to} min={from} onChange={({ target }) => target.value && setTo(target.value)} />
        <SelectField label={words.by} value={by} onChange={({ target }) => setBy(target.value as By)}>
          {Object.entries(words.groupings).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <div className="ml-auto">
          <Button onClick={() => save.mutate(undefined)} disabled={save.isPending}>
            {words.save}
          </Button>
        </div>
      </div>
      {(error ?? save.error) && <FailureNote error={(error ?? save.error) as Error} />}
      {!report && !error && <Loading rows={6} />}
      {report && <Sums report={report} measure={measure} onChoose={setMeasure} />}
      {report?.items.length === 0 && <Empty title={words.none} />}
      {report && report.items.length > 0 && chart && (
        <Card className="p-3">
          <DrawnChart chart={chart} label={words.over(words.measures[measure])} className="h-72" />
        </Card>
      )}
      {report && report.items.length > 0 && <Rows report={report} by={by} />}
    </div>
  )
}

/** The sums of the days, each of which chooses what the chart shows. */
function Sums({ report, measure, onChoose }: { report: UsageReport; measure: Measure; onChoose: (measure: Measure) => void }) {
  const { total, currency } = report
  const share = total.prompt_tokens ? total.cached_tokens / total.prompt_tokens : 0
  const aside: Partial<Record<Measure, string>> = {
    ...(total.unpriced_tokens ? { cost: words.unpriced(count(total.unpriced_tokens)) } : {}),
    ...(share ? { total_tokens: words.cachedShare(new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(share)) } : {}),
  }
  return (
    <fieldset className="grid grid-cols-2 gap-2 md:grid-cols-5">
      <legend className="sr-only">{words.shown}</legend>
      {MEASURES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === measure}
          onClick={() => onChoose(one)}
          className={`flex flex-col rounded-lg border p-3 text-left ${one === measure ? 'border-accent bg-surface' : 'border-line bg-surface hover:border-line-strong'}`}
        >
          <span className="text-xs text-muted">{words.measures[one]}</span>
          <span className="text-lg font-semibold tabular-nums">{told(one, total[one], currency)}</span>
          {aside[one] && <span className="text-xs text-muted">{aside[one]}</span>}
        </button>
      ))}
    </fieldset>
  )
}

function Rows({ report, by }: { report: UsageReport; by: By }) {
  const { items, currency, is_truncated } = report
  const sorted = by === 'day' || by === 'month' ? items.toReversed() : items.toSorted((a, b) => b.cost - a.cost || b.total_tokens - a.total_tokens)
  return (
    <>
      {is_truncated && <p className="text-sm text-muted">{words.truncated}</p>}
      <Table
        label={words.title}
        head={[
          { text: words.groupings[by] },
          ...MEASURES.flatMap((one) => [{ text: words.measures[one], right: true }, ...(one === 'total_tokens' ? [{ text: words.cached, right: true }] : [])]),
        ]}
      >
        {sorted.map((item) => (
          <tr key={item.user_id ?? item.api_key_id ?? item.datasource_id ?? nameOf(item, by)}>
            <Cell>{nameOf(item, by)}</Cell>
            {MEASURES.map((one) => [
              <Cell key={one} right>
                {told(one, item[one], currency)}
              </Cell>,
              one === 'total_tokens' && (
                <Cell key="cached" right>
                  {count(item.cached_tokens)}
                </Cell>
              ),
            ])}
          </tr>
        ))}
      </Table>
    </>
  )
}

/** Columns of the days, stacked by what the rows are of; the smaller series are one. */
function drawn({ items, from, to, currency }: UsageReport, by: By, measure: Measure): Drawable {
  const isSplit = by !== 'day' && by !== 'month'
  const sums = new Map<string, number>()
  if (isSplit) for (const item of items) sums.set(nameOf(item, by), (sums.get(nameOf(item, by)) ?? 0) + item[measure])
  const largest = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  const own = new Set(largest.length > SERIES ? largest.slice(0, SERIES - 1) : largest)
  const cells = new Map<string, Map<string, number>>()
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) cells.set(new Date(at).toISOString().slice(0, 10), new Map())
  for (const item of items) {
    const series = isSplit ? (own.has(nameOf(item, by)) ? nameOf(item, by) : words.others) : ''
    const day = cells.get(item.day ?? '')
    day?.set(series, (day.get(series) ?? 0) + item[measure])
  }
  const title = measure === 'cost' ? `${words.measures.cost} (${currency})` : words.measures[measure]
  const names = isSplit ? [...own, ...(own.size < largest.length ? [words.others] : [])] : ['']
  const rows = [...cells].flatMap(([day, values]) => names.map((name) => [day, name, values.get(name) ?? 0]))
  return {
    chart_type: 'bar',
    columns: [
      { name: 'day', label: words.groupings.day, type: 'date' },
      { name: 'series', label: words.groupings[by], type: 'string' },
      { name: 'value', label: title, type: 'number', aggregate: 'sum' },
    ],
    rows,
    spec: {
      mark: 'bar',
      encoding: {
        x: { field: 'day', type: 'temporal', title: null },
        y: { field: 'value', type: 'quantitative', title, aggregate: 'sum', stack: 'zero', ...(measure === 'cost' ? {} : { axis: { tickMinStep: 1 } }) },
        ...(isSplit ? { color: { field: 'series', type: 'nominal', title: null } } : {}),
      },
    },
  }
}
