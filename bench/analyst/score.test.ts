import { describe, expect, test } from 'vitest'
import { judge, orderOf } from './score.ts'
import { drawnSql } from './vql.ts'

const right = { strict: true, lenient: true }

describe('the score of an answer', () => {
  test('what a statement sorts by is a column it shows, something else, or nothing', () => {
    expect(orderOf('SELECT a, COUNT( * ) FROM t GROUP BY a ORDER BY count(*) DESC LIMIT 3')).toEqual([1])
    expect(orderOf("SELECT t.a, (SELECT b FROM u ORDER BY b) AS n FROM t WHERE c = 'order by d, e' ORDER BY n, a")).toEqual([1, 0])
    expect(orderOf('SELECT a FROM t ORDER BY b')).toBe('unshown')
    expect(orderOf('SELECT * FROM t ORDER BY a')).toBe('unshown')
    expect(orderOf('SELECT t.a, u.a FROM t JOIN u ORDER BY a')).toBe('unshown')
    expect(orderOf('SELECT a FROM (SELECT a FROM t ORDER BY a)')).toBe('none')
  })

  test('rows stand in the order asked for, and as they like where they are equal in it', () => {
    const expected = [
      ['x', 1],
      ['y', 1],
      ['z', 2],
    ]
    const [first = [], second = [], third = []] = expected
    expect(judge(expected, [second, first, third], [1])).toEqual(right)
    expect(judge(expected, [second, first, third], 'unshown')).toEqual({ strict: false, lenient: true })
    expect(judge(expected, [third, first, second], [1])).toEqual({ strict: false, lenient: true })
    expect(judge(expected, [third, first, second], 'none')).toEqual(right)
    expect(
      judge(
        expected,
        expected.map(([name, count]) => [name ?? '', 7, count ?? '']),
        'none',
      ),
    ).toEqual({ strict: false, lenient: true })
  })
})

describe('what a VQL draws', () => {
  test('a weekday is counted from Monday, and a series is shown', () => {
    const vql = 'Visualize BAR SELECT made , COUNT(made) FROM t GROUP BY kind ORDER BY COUNT(made) DESC BIN made BY WEEKDAY'
    expect(drawnSql(vql, 'Stacked Bar', { channel: 'y', order: 'descending' })).toBe(
      "select (strftime('%w', made) + 6) % 7 + 1, COUNT(made), kind FROM t group by (strftime('%w', made) + 6) % 7 + 1, kind order by COUNT(made) desc",
    )
  })

  test('the points of a scatter chart are rows', () => {
    expect(drawnSql('Visualize SCATTER SELECT a , b FROM t GROUP BY c', 'Grouping Scatter', null)).toBe('select a, b, c FROM t')
    expect(drawnSql('Visualize SCATTER SELECT avg(a) , min(a) FROM t GROUP BY c', 'Grouping Scatter', null)).toBe('select avg(a), min(a), c FROM t group by c')
  })

  test('what no question wants sorted is not, and what the given SQL draws too is left to it', () => {
    expect(drawnSql('Visualize BAR SELECT a , sum(b) FROM t GROUP BY a ORDER BY c', 'Bar', null)).toBe('select a, sum(b) FROM t group by a')
    expect(drawnSql('Visualize BAR SELECT a , sum(b) FROM t GROUP BY a ORDER BY a', 'Bar', { channel: 'x', order: 'ascending' })).toBeNull()
    expect(drawnSql('Visualize PIE SELECT a , count(*) FROM t GROUP BY a', 'Pie', null)).toBeNull()
  })
})
