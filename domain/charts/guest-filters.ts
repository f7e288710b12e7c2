import { inArray } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import type { GuestFilter } from '../access/guest-token.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { findDatasource } from '../semantics/datasources.ts'
import { loadLayer } from '../semantics/load-layer.ts'
import { columnOf } from '../semantics/row-filters/restrict-layer.ts'
import type { FilterValue } from '../semantics/semantic-query.ts'
import type { DashboardRow } from './dashboards.ts'
import { chartIdsOf } from './layout/tile.ts'

/** The row filters a token is asked for: our own, and Superset's rules as ours. Fails with `invalid` for a rule of another form. */
export function guestFiltersOf({ filters, rls }: { filters: GuestFilter[]; rls: { clause: string }[] }): GuestFilter[] {
  return [...filters, ...rls.flatMap(({ clause }, index) => ruleFilters(clause, `rls.${index}.clause`))]
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[A-Za-z_]\w*)`
const VALUE = String.raw`(?:'(?:[^']|'')*'|-?\d+(?:\.\d+)?|true|false)`
const RULE = new RegExp(String.raw`^\s*(${NAME})\s*\.\s*(${NAME})\s*(?:=\s*(${VALUE})|in\s*\(\s*(${VALUE}(?:\s*,\s*${VALUE})*)\s*\))\s*(?:and\s|$)`, 'i')

/** The conditions of `table.column = value AND table.column IN (…)`; nothing else is understood, so that nothing is run that was not. */
function ruleFilters(clause: string, param: string): GuestFilter[] {
  const found: GuestFilter[] = []
  let rest = clause
  do {
    const parts = RULE.exec(rest)
    if (!parts) {
      const message = 'a rule is table.column = value, or table.column IN (value, …), joined by AND'
      throw new Failure('invalid', message, { param, details: [{ path: param, message }], hint: 'use filters' })
    }
    const [all, table = '', column = '', one, many = ''] = parts
    const values = (one ?? many).match(new RegExp(VALUE, 'gi')) ?? []
    found.push({ datasource_id: null, member: `${unquoted(table)}.${unquoted(column)}`, operator: 'equals', values: values.map(literalValue) })
    rest = rest.slice(all.length)
  } while (rest.trim() !== '')
  return found
}

const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name)

function literalValue(text: string): FilterValue {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : Number(text)
}

/** Each filter must name a column of a data source that the dashboard's charts ask. Fails with `invalid`. */
export async function requireEffective(ctx: Context, dashboard: DashboardRow, filters: GuestFilter[]): Promise<GuestFilter[]> {
  if (filters.length === 0) return filters
  const ids = chartIdsOf(dashboard.layout)
  const asked = await ctx.db.selectDistinct({ id: charts.datasource_id }).from(charts).where(inArray(charts.id, ids))
  const sources = await Promise.all(asked.map(({ id }) => findDatasource(ctx, id)))
  const layers = await Promise.all(sources.flatMap((source) => (source ? [loadLayer(ctx, source)] : [])))
  filters.forEach(({ datasource_id: id, member, operator, values }, index) => {
    const known = layers.filter((layer) => id === null || layer.datasourceId === id)
    const wrong = (path: string, message: string) => {
      throw new Failure('invalid', message, { param: `filters.${index}.${path}`, details: [{ path: `filters.${index}.${path}`, message }] })
    }
    if (known.length === 0) wrong('datasource_id', 'no chart of the dashboard asks this data source')
    if (!known.some((layer) => layer.tables.some((table) => columnOf(table, member))))
      wrong('member', `the dashboard's data has no "${member}"; write table.column`)
    const needed = operator === 'is_empty' || operator === 'is_not_empty' ? 0 : operator === 'between' ? 2 : 1
    if (needed === 0 ? values.length > 0 : values.length < needed) wrong('values', `${operator} has the wrong number of values`)
  })
  return filters
}
