const UNITS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A text as it is compared: small letters without marks, figures in one form. */
export function plainWords(text: string): string[] {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/\$(\d+)/g, '$1 dollars')
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  return numbersWritten(words).map((word) => (word === 'dr' ? 'doctor' : word === 'st' ? 'saint' : word))
}

/** "Twenty five" is 25, "twenty twenty one" is 2021. */
function numbersWritten(words: string[]): string[] {
  const written: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [tens, unit] = [TENS.indexOf(words[at] ?? ''), UNITS.indexOf(words[at + 1] ?? '')]
    if (tens >= 0) {
      const isPair = unit > 0 && unit < 10
      written.push(String((tens + 2) * 10 + (isPair ? unit : 0)))
      at += Number(isPair)
    } else if (UNITS.includes(words[at] ?? '')) written.push(String(UNITS.indexOf(words[at] ?? '')))
    else written.push(words[at] ?? '')
    const [before = '', last = ''] = written.slice(-2)
    if (/^20$/.test(before) && /^\d\d$/.test(last)) written.splice(-2, 2, `${before}${last}`)
  }
  return written
}

export type Score = { errors: number; words: number; namesRight: number; names: number; figuresRight: number; figures: number }

/** What was recognised against what was said: words that are wrong, left out or too many (Levenshtein), names and figures that stand in it whole. */
export function scoreOf(said: string, names: string[], heard: string): Score {
  const [reference, hypothesis] = [plainWords(said), plainWords(heard)]
  const text = ` ${hypothesis.join(' ')} `
  const figures = reference.filter((word) => /^\d+$/.test(word))
  return {
    errors: wordErrors(reference, hypothesis),
    words: reference.length,
    namesRight: names.filter((name) => text.includes(` ${plainWords(name).join(' ')} `)).length,
    names: names.length,
    figuresRight: figures.filter((figure) => text.includes(` ${figure} `)).length,
    figures: figures.length,
  }
}

function wordErrors(reference: string[], hypothesis: string[]): number {
  let last = Array.from({ length: hypothesis.length + 1 }, (_, index) => index)
  for (const [row, word] of reference.entries()) {
    const current = [row + 1]
    for (const [column, other] of hypothesis.entries()) {
      const exchange = (last[column] ?? 0) + Number(word !== other)
      current.push(Math.min(exchange, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    last = current
  }
  return last.at(-1) ?? 0
}

export const added = (scores: Score[]): Score =>
  scores.reduce(
    (sum, score) => ({
      errors: sum.errors + score.errors,
      words: sum.words + score.words,
      namesRight: sum.namesRight + score.namesRight,
      names: sum.names + score.names,
      figuresRight: sum.figuresRight + score.figuresRight,
      figures: sum.figures + score.figures,
    }),
    { errors: 0, words: 0, namesRight: 0, names: 0, figuresRight: 0, figures: 0 },
  )

export const told = ({ errors, words, namesRight, names, figuresRight, figures }: Score): string =>
  `word error rate ${((100 * errors) / Math.max(1, words)).toFixed(1)} %, names right ${namesRight} of ${names}, numbers right ${figuresRight} of ${figures}`
