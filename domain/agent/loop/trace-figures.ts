import type { JsonValue } from '../../semantics/sources/source.ts'

/** A number with thousands marks, decimals and what scales it; not the digits of a name such as `Q3` or `v2`. Scripts without blanks join it to their words. */
const FIGURE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_])(?<!\d[,.'])(?<!\b\d{4}[-/])[-\u2212]?\d(?:[\d,.'\u00a0\u202f]*\d)?\s?(?:%|[万萬億亿]|(?:percent|prozent|thousand|tausend|tsd|mille|mil|mila|million|millionen|millions|millones|milioni|miljoen|mio|mln|billion|bn|milliarden?|milliards?|miljard|mrd|[kmb])\b)?/giu
const PARTS = /^([-\u2212]?[\d,.'\u00a0\u202f]*\d)\s?(.*)$/u
const SCALES: Record<string, number> = Object.fromEntries(
  (
    [
      [1e3, 'k thousand tausend tsd mille mil mila'],
      [1e6, 'm million millionen millions millones milioni miljoen mio mln'],
      [1e4, '万 萬'],
      [1e8, '億 亿'],
      [1e9, 'b bn billion milliarde milliarden milliard milliards miljard mrd'],
    ] as const
  ).flatMap(([scale, words]) => words.split(' ').map((word) => [word, scale])),
)
const MOST_TOLD = 10

type Result = { rows: JsonValue[][]; row_count: number; truncated?: boolean }

/**
 * The figures of a text that stand neither in a result (exactly, rounded, as a percentage, or in thousands, millions or billions), nor in the question.
 * Numbers that only count a list's lines are left out. How many rows a result has is known of a list that is whole: of one row it would let every "1" pass.
 */
export function untracedFigures(text: string, results: Result[], question: string): string[] {
  const known = new Set<number>()
  const written = new Set<string>()
  for (const { rows, row_count, truncated } of results) {
    if (row_count !== 1 && !truncated) known.add(row_count)
    for (const cell of rows.flat()) {
      if (typeof cell === 'number') known.add(cell)
      else if (typeof cell === 'string') note(cell, known, written)
    }
  }
  note(question, known, written)
  const values = [...known]
  const untraced = figuresOf(text.replaceAll(/^\s*\d{1,3}[.)]\s/gm, '')).filter(({ digits, readings }) => {
    if (written.has(digits)) return false
    return !readings.some((reading) => values.some((value) => agrees(value, reading)))
  })
  return [...new Set(untraced.map(({ text: figure }) => figure))].slice(0, MOST_TOLD)
}

function note(text: string, known: Set<number>, written: Set<string>): void {
  if (text.trim() !== '' && Number.isFinite(Number(text))) known.add(Number(text))
  for (const digits of text.match(/\d+/g) ?? []) written.add(digits)
}

type Reading = { value: number; step: number }
type Figure = { text: string; digits: string; readings: Reading[] }

function figuresOf(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].map(([match]) => {
    const [, number = '', suffix = ''] = PARTS.exec(match.trim()) ?? []
    const plain = number.replaceAll(/['\u00a0\u202f]/g, '').replace('\u2212', '-')
    // 1,234.5 and 1.234,5 are the same figure in different languages.
    const readings = new Set([plain.replaceAll(',', ''), plain.replaceAll('.', '').replace(',', '.')].filter((each) => /^-?\d+(\.\d+)?$/.test(each)))
    return { text: match.trim(), digits: plain, readings: [...readings].flatMap((each) => scaled(each, suffix.toLowerCase())) }
  })
}

/** What a written number can stand for; `step` is the worth of its last digit that counts. */
function scaled(number: string, suffix: string): Reading[] {
  const value = Number(number)
  const zeros = Math.abs(value) >= 1000 ? (/^-?\d+?(0+)$/.exec(number)?.[1]?.length ?? 0) : 0
  const step = 10 ** (zeros - (number.split('.')[1]?.length ?? 0))
  const scale = SCALES[suffix] ?? 1
  const whole = { value: value * scale, step: step * scale }
  return suffix === '%' || suffix === 'percent' || suffix === 'prozent' ? [whole, { value: value / 100, step: step / 100 }] : [whole]
}

/** The same number, rounded at the written digit; a sign may be told in words ("fell by 3"). */
function agrees(known: number, { value, step }: Reading): boolean {
  const over = Math.abs(known) - Math.abs(value)
  return Math.abs(over) <= step / 2 + Math.abs(known) * 1e-9
}
