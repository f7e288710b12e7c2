/** The channel a question wants its chart sorted by, and which way. */
export type ChartSort = { channel: string; order: string } | null

const grouped = new Set(['stacked bar', 'grouped bar', 'grouping line', 'grouping scatter'])

/**
 * The SQL of what a VQL (`Visualize BAR SELECT a , COUNT(a) FROM t GROUP BY b BIN a BY WEEKDAY`) draws, where the SQL given beside it draws something else: a
 * chart with a series shows the series, the points of a scatter chart are rows, a bin of a year is the year, weekdays run from 1 (Monday) to 7, and only what
 * a question wants sorted is. Null where both are the same.
 */
export function drawnSql(vql: string, chart: string, sort: ChartSort): string | null {
  const parts =
    /^visualize\s+\w+\s+select\s+(?<shown>.*?)\s+(?<from>from\s.*?)(?:\s+group by\s+(?<groups>.*?))?(?:\s+order by\s+(?<order>.*?))?(?:\s+bin\s+(?<binned>\S+)\s+by\s+(?<unit>\w+))?\s*$/is.exec(
      vql,
    )?.groups
  if (!parts || /\b(?:having|limit|union|intersect|except)\b/i.test(vql)) return null
  const { shown = '', from = '', groups = '', order, binned, unit } = parts
  const [x = '', y = '', ...others] = listOf(shown)
  const series = grouped.has(chart.toLowerCase()) && others.length === 0 ? listOf(groups).filter((name) => bare(name) !== bare(x)) : []
  if (series.length > 1 || (binned === undefined && series.length === 0 && (order === undefined || sort !== null))) return null
  const [across, up] = [x, y].map((column) => (bare(column) === bare(binned ?? '') ? binOf(column, unit ?? '') : column))
  const columns = [across ?? '', up ?? '', ...others, ...series]
  const keys = columns.some(isAggregate) ? columns.filter((column) => !isAggregate(column)) : []
  const split = series.length > 0 || binned !== undefined ? keys.join(', ') : groups
  const group = split === '' ? '' : ` group by ${split}`
  const sorted = sort === null ? '' : ` order by ${sort.channel === 'x' ? across : up} ${sort.order === 'descending' ? 'desc' : 'asc'}`
  return `select ${columns.join(', ')} ${from}${group}${sorted}`
}

const listOf = (text: string): string[] => text.split(/\s*,\s*(?![^(]*\))/).filter((part) => part !== '')
const bare = (column: string): string => column.replace(/^\w+\./, '').toLowerCase()
const isAggregate = (column: string): boolean => /^(?:avg|sum|count|min|max)\s*\(/i.test(column)

function binOf(column: string, unit: string): string {
  switch (unit.toLowerCase()) {
    case 'weekday':
      return `(strftime('%w', ${column}) + 6) % 7 + 1`
    case 'month':
      return `strftime('%m', ${column}) + 0`
    default:
      return `case when typeof(${column}) = 'text' then strftime('%Y', ${column}) else ${column} end`
  }
}
