import { type Asked, chartShare, figuresOf, share } from './report.ts'

/** What each set must reach, in hundredths: strict execution, and lenient precision where answering wrongly is held against it. */
const floors: Record<string, { strict?: number; precision?: number; refused?: number; chart?: number; first?: number; later?: number }> = {
  spider: { strict: 37, precision: 85 },
  chinook: { strict: 50 },
  geography: { strict: 32 },
  defog: { strict: 11, precision: 85 },
  'defog unanswerable': { refused: 95 },
  viseval: { strict: 21, chart: 97 },
  owners: { strict: 58, precision: 86 },
  'owners unanswerable': { refused: 88 },
  dialog: { first: 51, later: 11 },
}

/** What a run fell short of, in words. */
export function missedFloors(sets: Map<string, Asked[]>): string[] {
  return [...sets].flatMap(([set, asked]) => {
    const { strict, precision, refused, chart, first, later } = floors[set] ?? {}
    const figures = figuresOf(asked)
    const [opening, following] = [asked.filter(({ question }) => question.turn === 0), asked.filter(({ question }) => question.turn > 0)]
    const checks: [string, number | undefined, number][] = [
      ['strict', strict, figures.strict],
      ['lenient precision', precision, figures.precisionLenient],
      ['refused', refused, share(asked.filter(({ outcome }) => outcome.kind !== 'query').length, asked.length)],
      ['chart type', chart, chartShare(asked)?.answered ?? 0],
      ['strict on first turns', first, figuresOf(opening).strict],
      ['strict on later turns', later, figuresOf(following).strict],
    ]
    return checks.flatMap(([name, least, reached]) =>
      least !== undefined && reached < least ? [`${set} ${name} ${reached.toFixed(1)}, at least ${least} is wanted`] : [],
    )
  })
}
