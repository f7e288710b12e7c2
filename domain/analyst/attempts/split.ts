import { type Token, tokenize } from '#domain/analyst/language/tokens.ts'
import { conditionStarts, denialParticles, denials, exceptionParticles } from '#domain/analyst/lexicon/english/sentences/set-words.ts'

/** Two questions that together answer one: by the rows of both (`intersect`), of either (`union`), or of the first without those of the second (`except`). */
export type Split = { operator: 'intersect' | 'except' | 'union'; first: string; second: string }

/** The ways to split a question in two, likeliest first: `both … and …`, `… but not …`, `… except those that …`, `… or …`; and `… without …` where it was refused as one. */
export function splitsOf(question: string, isRefused: boolean): Split[] {
  const tokens = tokenize(question.replace(/[?.!\s]+$/, ''))
  const text = (from: number, to = tokens.length) => {
    const [first, last] = [tokens[from], tokens[to - 1]]
    return first && last && to > from ? question.slice(first.start, last.end) : ''
  }
  return [...bothSplits(tokens, text), ...exceptSplits(tokens, text), ...(isRefused ? withoutSplits(tokens, text) : []), ...eitherSplits(tokens, text)].filter(
    ({ first, second }) => first !== '' && second !== '',
  )
}

/** "The phones of all customers and suppliers" are those of all customers, and those of suppliers. */
export function splitOwners(question: string): Split | null {
  const [, head, , one, other] = /^(.*\b(of|for) )((?:all |the )*[\w-]+(?: \w+)?) and ((?:all |the )*[\w-]+(?: \w+)?)[?.!\s]*$/i.exec(question) ?? []
  return head && one && other ? { operator: 'union', first: head + one, second: head + other } : null
}

type Text = (from: number, to?: number) => string

/** "Parties that have both A and B" are parties that have A and parties that have B. */
function bothSplits(tokens: Token[], text: Text): Split[] {
  const both = tokens.findIndex(({ lower }) => lower === 'both')
  if (both <= 0) return []
  const head = text(0, both)
  return tokens.flatMap(({ lower }, at): Split[] => {
    if (lower !== 'and' || at < both + 2 || at > tokens.length - 2) return []
    const [one, other] = [text(both + 1, at), text(at + 1)]
    return [{ operator: 'intersect', first: `${head} ${one}`, second: `${head} ${other}` }]
  })
}

function exceptSplits(tokens: Token[], text: Text): Split[] {
  return tokens.flatMap(({ lower }, at): Split[] => {
    if (at < 2) return []
    if (lower === 'but') return butNot(tokens, at, text)
    if (lower !== 'except' && lower !== 'excluding') return []
    let rest = at + 1
    while (exceptionParticles.has(tokens[rest]?.lower ?? '')) rest++
    const head = text(0, tokens[at - 1]?.lower === ',' ? at - 1 : at)
    return [{ operator: 'except', first: head, second: `${head} ${text(rest)}` }]
  })
}

/** "Courses in the autumn of 2009 or the spring of 2010": what stands before both conditions is asked of each. */
function eitherSplits(tokens: Token[], text: Text): Split[] {
  const either = tokens.findIndex(({ lower }) => lower === 'either')
  return tokens.flatMap(({ lower }, at): Split[] => {
    if (lower !== 'or' || at < 2 || at <= either + 1) return []
    const before = tokens[at - 1]?.lower === ',' ? at - 1 : at
    const heads = either > 0 ? [text(0, either)] : headsOf(tokens, before, tokens[at + 1]?.lower ?? '', text, true)
    const first = either > 0 ? `${text(0, either)} ${text(either + 1, before)}` : text(0, before)
    return heads.map((head) => ({ operator: 'union', first, second: `${head} ${text(at + 1)}` }))
  })
}

/** "Cities without shops that are closed": all cities, except those with such shops. */
function withoutSplits(tokens: Token[], text: Text): Split[] {
  return tokens.flatMap(({ lower }, at): Split[] => {
    if (lower !== 'without') return []
    const head = text(0, at)
    return [{ operator: 'except', first: head, second: `${head} with ${text(at + 1).replace(/^any /i, '')}` }]
  })
}

/** "Ids of those who taught in 2009 but not in 2010": in the second question, the denied condition takes the place of the first one. */
function butNot(tokens: Token[], but: number, text: Text): Split[] {
  let denial = but + 1
  while (denialParticles.has(tokens[denial]?.lower ?? '')) denial++
  if (!denials.has(tokens[denial]?.lower ?? '') || denial > but + 3) return []
  let rest = denial + 1
  while (denialParticles.has(tokens[rest]?.lower ?? '') || tokens[rest]?.lower === 'any') rest++
  const opening = tokens[rest]?.lower ?? ''
  const before = tokens[but - 1]?.lower === ',' ? but - 1 : but
  return headsOf(tokens, before, opening, text).map((head) => ({ operator: 'except', first: text(0, before), second: `${head} ${text(rest)}` }))
}

/** The beginnings that the second question may have: up to the word with which both conditions open, else up to each word that opens a condition. With `isNearest`, the longest first. */
function headsOf(tokens: Token[], before: number, opening: string, text: Text, isNearest = false): string[] {
  const same = tokens.findLastIndex(({ lower }, at) => at < before && at > 0 && lower === opening)
  const cuts = tokens.flatMap(({ lower }, at) => (at > 0 && at < before && conditionStarts.has(lower) ? [at] : []))
  if (isNearest) cuts.reverse()
  const heads = [...(same > 0 ? [text(0, same)] : []), ...cuts.flatMap((at) => [text(0, at + 1), text(0, at)])]
  return [...new Set(heads)].slice(0, 6)
}
