import { happens } from '#domain/analyst/grammar/facts.ts'
import { tableOfDeed } from '#domain/analyst/grammar/happenings/deeds.ts'
import type { Edge, Payload } from '#domain/analyst/grammar/terms.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import { findTimeMentions } from '#domain/analyst/language/time.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { currencies } from '#domain/analyst/lexicon/english/business/currencies.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { numberWords, timesAdverbs } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { referenceEndings } from '#domain/analyst/lexicon/english/meanings/figure-labels.ts'
import { beforeShares, shareCues } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import { plainEnds, requestOpenings } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { requests } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { irregularPasts } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { deedNouns } from '#domain/analyst/lexicon/english/times/deed-verbs.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { valuesMeant } from '#domain/analyst/lexicon/linking/values-meant.ts'
import { isVerbOfOpening } from '#domain/analyst/lexicon/linking/verb-or-name.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { apart } from './apart-columns.ts'
import { clockAt } from './clock-mentions.ts'
import { languageOf } from './language-mentions.ts'
import { isLeavingHere } from './leaving-values.ts'
import { namesOf } from './name-mentions.ts'
import { sharedHeads } from './shared-heads.ts'
import { saysLate, standingsOf } from './standing-mentions.ts'
import { withTablesMeant } from './table-mentions.ts'
import { withoutUnlikely } from './unlikely-mentions.ts'
import { valuesOf } from './value-mentions.ts'

const longestPhrase = 5

/** Every word and phrase of a question with each thing of the data, and each word of the language, it may stand for. Spans may overlap: what is meant is decided later. */
export function mentionsIn(tokens: Token[], lexicon: Lexicon, clock: Clock): Edge[] {
  const edges: Edge[] = []
  const add = (from: number, to: number, category: string, weight: number, link: number, payload: Payload) =>
    edges.push({
      from,
      to,
      category,
      weight,
      link,
      payload,
      text: tokens
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
    } as Edge)
  const phrase = (from: number, to: number, of: 'lower' | 'stem') =>
    tokens
      .slice(from, to)
      .map((token) => token[of])
      .join(' ')
  for (const time of findTimeMentions(tokens, clock)) add(time.start, time.end, 'period', time.end - time.start, 1, { is: 'period', time })
  for (let from = 0; from < tokens.length; from++) {
    const token = tokens[from]
    if (!token) continue
    const number = token.kind === 'number' ? token.value : (numberWords.get(token.lower) ?? null)
    const [isMoney, isTimes] = [/[$€£]/.test(token.text), timesAdverbs.has(token.lower)]
    if (number !== null) add(from, from + 1, 'number', 1, 1, { is: 'number', value: number, ...(isMoney ? { isMoney } : {}), ...(isTimes ? { isTimes } : {}) })
    if (number !== null && currencies.has(tokens[from + 1]?.lower ?? '')) add(from, from + 2, 'number', 2, 1, { is: 'number', value: number, isMoney: true })
    for (const length of [1, 2]) {
      const deed = phrase(from, from + length, 'lower')
      const isNew = length > 1 || !isPastForm(token.lower)
      if (isNew && deedNouns.has(deed) && tableOfDeed(deed, lexicon.layer)) add(from, from + length, 'done', 0.3 * length, 1, { is: 'done', word: deed })
    }
    if (token.kind === 'word' && isPastForm(token.lower))
      add(from, from + 1, 'done', 0.3, 1, { is: 'done', word: irregularPasts.get(token.lower) ?? token.lower })
    const year = token.text
    if (/^(?:19|20)\d\d$/.test(year)) {
      const time = { start: from, end: from + 1, operator: 'equals' as const, values: [year], label: `in ${year}`, isBareYear: true }
      add(from, from + 1, 'period', 0.6, 0.9, { is: 'period', time })
    }
    const clock = clockAt(tokens, from)
    if (clock) add(from, clock.to, 'clock', clock.to - from, 1, { is: 'clock', hour: clock.hour })
    // "What % of orders" asks for a share.
    if (token.text === '%' && tokens[from - 1]?.kind !== 'number') add(from, from + 1, 'w:percent', 0, 1, { is: 'word', lemma: 'percent' })
    if (token.kind === 'word' || token.kind === 'sign') add(from, from + 1, `w:${token.lower}`, 0, 1, { is: 'word', lemma: token.lower })
    for (let to = from + 1; to <= Math.min(tokens.length, from + Math.max(longestPhrase, lexicon.longest)); to++) {
      const part = tokens.slice(from, to)
      if (part.some(({ kind }, index) => kind === 'sign' && (index === 0 || index === part.length - 1))) continue
      const [lower, stem] = [phrase(from, to, 'lower'), phrase(from, to, 'stem')]
      const length = to - from
      if (length <= longestPhrase && token.kind !== 'quoted') {
        // "Sign-ups" are written as one word and as two.
        const name = part.some(({ text }) => text === '-') ? part.flatMap(({ text, stem: word }) => (text === '-' ? [] : [word])).join(' ') : stem
        namesOf(lexicon, name).forEach(([payload, sure]) => {
          // The revenue of what there is, of an account, is not what was sold.
          const weight = moneyWords.has(stem) && payload.is === 'column' && !happens(lexicon.layer, payload.ref.table) ? sure * 0.6 : sure
          add(from, to, payload.is, weight * length, weight, payload)
        })
        languageOf(lower, stem).forEach(([category, payload]) => {
          // "Ordered by date" sorts, and nothing is ordered.
          // "What did Sales spend": a department is called so.
          if (category === 'money' && token.isCapitalised && from > 0 && lexicon.values.has(lower)) return
          if (category === 'money' && isLeavingHere(lexicon, lower)) return
          if (category === 'verb' && tokens[to]?.lower === 'by' && lower.startsWith('order')) return
          add(from, to, category, length, 1, payload)
        })
      }
      for (const [payload, sure] of token.kind === 'quoted' || saysLate(tokens, to) ? [] : standingsOf(lexicon, lower)) {
        add(from, to, 'condition', sure * length + 0.6, sure, payload)
        edges.push({ ...(edges.pop() as Edge), isOwn: true })
      }
      const held = valuesOf(lexicon, part, stem).flatMap(([payload, weight]) =>
        payload.is === 'value' ? [{ ...payload.ref, value: payload.value, payload, weight }] : [],
      )
      for (const { payload, weight } of valuesMeant(tokens, from, to, held, lexicon)) {
        // "Sent the most": what stands there is what is done, and no state of rows.
        if (length === 1 && (isSaidOfNothing(tokens, from) || isVerbOfOpening(tokens, from))) continue
        const sure = length === 1 && !token.isCapitalised && isBeforeMost(tokens, to) ? weight * 0.5 : weight
        add(from, to, 'value', sure * length + 0.1, sure, payload)
        if (payload.isUnverified) edges.push({ ...(edges.pop() as Edge), isUnverified: true })
      }
    }
  }
  edges.push(...apart(tokens, lexicon), ...sharedHeads(tokens, lexicon))
  const meant = edges.filter((edge) => edge.category !== 'column' || !isHowOften(tokens, edge))
  return withoutUnlikely(withTablesMeant(withReferences(meant, lexicon.layer), lexicon.layer), tokens)
}

/** "More than 6 times", "how many times": how often, and no time of the day. */
function isHowOften(tokens: Token[], { from, to }: Edge): boolean {
  const before = tokens[from - 1]
  return to === from + 1 && tokens[from]?.lower === 'times' && (before?.kind === 'number' || before?.lower === 'many' || numberWords.has(before?.lower ?? ''))
}

/** A verb that opens a request, also behind "please" and "can you", and a word of a comparison ("worth the most") are no part of what a value is called. */
function isSaidOfNothing(tokens: Token[], at: number): boolean {
  const { lower = '', kind = 'sign' } = tokens[at] ?? {}
  if (kind === 'quoted') return false
  // "By how many percent" asks for a share.
  if (shareCues.has(lower) && isAskedFor(tokens, at)) return true
  // "Than the others": all those that are not so.
  if (lower === 'others') return !tokens[at]?.isCapitalised && comparedWith.has(tokens[at - 1]?.lower ?? '')
  if (lower === 'worth') return !tokens[at]?.isCapitalised
  return requests.has(lower) && tokens.slice(0, at).every((token) => requestOpenings.has(token.lower) || token.kind === 'sign')
}

const isAskedFor = (tokens: Token[], at: number): boolean => tokens[at + 1]?.lower === 'of' || beforeShares.has(tokens[at - 1]?.lower ?? '')
const comparedWith = new Set(['than', 'the'])

const isBeforeMost = (tokens: Token[], at: number): boolean => tokens[at]?.lower === 'the' && plainEnds.has(tokens[at + 1]?.lower ?? '')

const referenceEnd = new RegExp(`\\b${anyOf(referenceEndings)}s?$`, 'i')

/** A column that refers to rows of another table names those rows, by the name they have there. */
function withReferences(edges: Edge[], layer: Layer): Edge[] {
  return edges.flatMap((edge): Edge[] => {
    if (edge.payload.is !== 'column' || referenceEnd.test(edge.text)) return [edge]
    const { ref } = edge.payload
    const reference = layer.relationships.find(
      ({ fromTable, fromColumns }) => fromTable === ref.table.name && fromColumns.length === 1 && fromColumns[0] === ref.column.name,
    )
    const table = reference && layer.tables.find(({ name, isHidden }) => name === reference.toTable && !isHidden)
    if (!table || table === ref.table) return [edge]
    return [{ ...edge, category: 'table', weight: edge.weight - 0.05, payload: { is: 'table', table } }]
  })
}
