import type { Clock } from '#domain/analyst/language/calendar.ts'
import { findTimeMentions } from '#domain/analyst/language/time.ts'
import { phraseKey, type Token } from '#domain/analyst/language/tokens.ts'
import { numberWords } from '#domain/analyst/language/words.ts'
import { cyclicPhrases, grainWords } from '#domain/analyst/language/words-of-time.ts'
import { codes } from '#domain/analyst/lexicon/english/codes.ts'
import { boundPhrases } from '#domain/analyst/lexicon/english/comparisons.ts'
import { aggregates, businessVerbs, kinWords, moneyWords } from '#domain/analyst/lexicon/english/measures.ts'
import { rankedBy, superlatives } from '#domain/analyst/lexicon/english/superlatives.ts'
import { type Lexicon, lookUpName, type Meaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { happens, wordsOf } from './facts.ts'
import type { Edge, Payload, Ref } from './terms.ts'

const longestPhrase = 5
const leastNamed = 0.4

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
    if (number !== null) add(from, from + 1, 'number', 1, 1, { is: 'number', value: number })
    const year = token.text
    if (/^(?:19|20)\d\d$/.test(year)) {
      const time = { start: from, end: from + 1, operator: 'equals' as const, values: [year], label: `in ${year}`, isBareYear: true }
      add(from, from + 1, 'period', 0.6, 0.9, { is: 'period', time })
    }
    if (token.kind === 'word' || token.kind === 'sign') add(from, from + 1, `w:${token.lower}`, 0, 1, { is: 'word', lemma: token.lower })
    for (let to = from + 1; to <= Math.min(tokens.length, from + Math.max(longestPhrase, lexicon.longest)); to++) {
      const part = tokens.slice(from, to)
      if (part.some(({ kind }, index) => kind === 'sign' && (index === 0 || index === part.length - 1))) continue
      const [lower, stem] = [phrase(from, to, 'lower'), phrase(from, to, 'stem')]
      const length = to - from
      if (length <= longestPhrase && token.kind !== 'quoted') {
        namesOf(lexicon, stem).forEach(([payload, sure]) => {
          // The revenue of what there is, of an account, is not what was sold.
          const weight = moneyWords.has(stem) && payload.is === 'column' && !happens(lexicon.layer, payload.ref.table) ? sure * 0.6 : sure
          add(from, to, payload.is, weight * length, weight, payload)
        })
        languageOf(lower, stem).forEach(([category, payload]) => {
          add(from, to, category, length, 1, payload)
        })
      }
      for (const [payload, weight] of valuesOf(lexicon, part, stem)) add(from, to, 'value', weight * length + 0.1, weight, payload)
    }
  }
  return withoutShadowed(withReferences(edges, lexicon.layer))
}

/** A column that refers to rows of another table names those rows, by the name they have there. */
function withReferences(edges: Edge[], layer: Layer): Edge[] {
  return edges.flatMap((edge): Edge[] => {
    if (edge.payload.is !== 'column') return [edge]
    const { ref } = edge.payload
    const reference = layer.relationships.find(
      ({ fromTable, fromColumns }) => fromTable === ref.table.name && fromColumns.length === 1 && fromColumns[0] === ref.column.name,
    )
    const table = reference && layer.tables.find(({ name, isHidden }) => name === reference.toTable && !isHidden)
    if (!table || table === ref.table) return [edge]
    return [{ ...edge, category: 'table', weight: edge.weight - 0.05, payload: { is: 'table', table } }]
  })
}

/** Of the meanings of one span those that a far surer one leaves standing. */
function withoutShadowed(edges: Edge[]): Edge[] {
  const best = new Map<string, number>()
  const isName = ({ category }: Edge) => ['table', 'column', 'measure', 'value'].includes(category)
  for (const edge of edges) if (isName(edge)) best.set(`${edge.from}-${edge.to}`, Math.max(best.get(`${edge.from}-${edge.to}`) ?? 0, edge.link))
  return edges.filter((edge) => !isName(edge) || edge.link >= (best.get(`${edge.from}-${edge.to}`) ?? 0) - 0.35)
}

function payloadsOf({ tables, columns, measures }: Meaning, factor: number): [Payload, number][] {
  return [
    ...measures.map(({ measure, weight }): [Payload, number] => [{ is: 'measure', measure }, weight * factor]),
    ...columns.map(({ table, column, weight }): [Payload, number] => [{ is: 'column', ref: { table, column } }, weight * factor]),
    ...tables.map(({ table, weight }): [Payload, number] => [{ is: 'table', table }, weight * factor]),
  ]
}

/** What of the data a phrase names: by label, synonym or name, by a common synonym, by a kindred word, by a word of a label. */
function namesOf(lexicon: Lexicon, stem: string): [Payload, number][] {
  const own = lexicon.names.get(stem)
  const found = own ? payloadsOf(own, 1) : []
  if (found.some(([, weight]) => weight >= 0.75)) return found.filter(([, weight]) => weight >= leastNamed)
  const other = own ? null : lookUpName(lexicon, stem)
  const kindred = [...new Set(kinWords.filter((group) => group.includes(stem)).flat())].filter((word) => word !== stem)
  const alike = kindred.flatMap((word) => {
    const meaning = lexicon.names.get(word)
    return [...(meaning ? payloadsOf(meaning, 0.75) : []), ...labelledOf(lexicon, word, 0.5)]
  })
  return surest([...found, ...(other ? payloadsOf(other, 1) : []), ...labelledOf(lexicon, stem, 0.6), ...alike]).filter(([, weight]) => weight >= leastNamed)
}

function surest(named: [Payload, number][]): [Payload, number][] {
  const best = new Map<object, [Payload, number]>()
  for (const item of named) {
    const [payload, weight] = item
    const of = payload.is === 'column' ? payload.ref.column : payload.is === 'table' ? payload.table : payload.is === 'measure' ? payload.measure : payload
    if ((best.get(of)?.[1] ?? 0) < weight) best.set(of, item)
  }
  return [...best.values()]
}

const labels = new WeakMap<Lexicon, Map<string, Ref[]>>()

/** Columns one of whose labels' words this is. */
function labelledOf(lexicon: Lexicon, word: string, weight: number): [Payload, number][] {
  const known = labels.get(lexicon) ?? new Map<string, Ref[]>()
  if (!labels.has(lexicon)) {
    labels.set(lexicon, known)
    for (const table of lexicon.layer.tables)
      for (const column of table.columns)
        if (!table.isHidden && !column.isHidden)
          for (const part of new Set(wordsOf(column.label))) known.set(part, [...(known.get(part) ?? []), { table, column }])
  }
  return word.length < 3 ? [] : (known.get(word) ?? []).map((ref) => [{ is: 'column', ref }, weight])
}

function languageOf(lower: string, stem: string): [string, Payload][] {
  const found: [string, Payload][] = []
  const add = (category: string, payload: Payload) => found.push([category, payload])
  const aggregate = Object.hasOwn(aggregates, lower) ? aggregates[lower] : undefined
  if (aggregate) add('aggregate', { is: 'aggregate', aggregate })
  for (const sense of Object.hasOwn(superlatives, lower) ? (superlatives[lower] ?? []) : []) add('superlative', { is: 'superlative', sense })
  const [most = '', adjective = ''] = lower.split(' ')
  const by = (most === 'most' || most === 'least') && Object.hasOwn(rankedBy, adjective) ? rankedBy[adjective] : undefined
  if (by) add('superlative', { is: 'superlative', sense: most === 'most' ? by : { ...by, end: by.end === 'high' ? 'low' : 'high' } })
  const bound = boundPhrases.find(([phrase]) => phrase === lower)
  if (bound) add('bound-word', { is: 'bound-word', operator: bound[1] })
  for (const sense of Object.hasOwn(businessVerbs, lower) ? (businessVerbs[lower] ?? []) : []) add('verb', { is: 'verb', sense })
  if (moneyWords.has(stem)) add('money', { is: 'verb', sense: 'money' })
  const grain = grainWords.get(stem) ?? grainWords.get(lower)
  if (grain) add('grain', { is: 'grain', grain })
  const cyclic = cyclicPhrases.find(([phrase]) => phrase === lower)
  if (cyclic) add('grain', { is: 'grain', grain: cyclic[1] })
  return found
}

/** Values that a phrase is, or that it tells apart from the others of a column of few values. */
function valuesOf(lexicon: Lexicon, part: Token[], stem: string): [Payload, number][] {
  const [first] = part
  if (!first) return []
  if (part.length === 1 && first.kind === 'number') return []
  const key =
    first.kind === 'quoted'
      ? phraseKey(first.text)
      : part
          .filter(({ kind }) => kind !== 'sign')
          .map((token) => token.lower)
          .join(' ')
  const exact = [...(lexicon.values.get(key) ?? []), ...(stem === key ? [] : (lexicon.values.get(stem) ?? []))]
  const isShort = part.length === 1 && first.lower.length <= 2
  const found = exact
    .filter(({ rows }) => rows === undefined)
    .map(({ table, column, value, weight }): [Payload, number] => [
      { is: 'value', ref: { table, column }, value },
      isShort && !first.isCapitalised ? 0.3 : weight * (first.isCapitalised ? 1 : 0.95),
    ])
  if (part.length === 1) found.push(...codesOf(lexicon, first.lower, first.stem))
  if (found.length === 0) found.push(...partsOfValues(lexicon, part))
  return found
}

const fewValues = 40

function codesOf(lexicon: Lexicon, lower: string, stem: string): [Payload, number][] {
  const senses = [...(Object.hasOwn(codes, lower) ? (codes[lower] ?? []) : []), ...(stem !== lower && Object.hasOwn(codes, stem) ? (codes[stem] ?? []) : [])]
  return senses.flatMap(({ labels, values }) =>
    lexicon.layer.tables.flatMap((table) =>
      table.columns.flatMap((column): [Payload, number][] => {
        if (column.isHidden || table.isHidden || (column.distinct ?? 99) > fewValues || !labels.some((label) => column.label.toLowerCase().includes(label)))
          return []
        return column.sampleValues
          .filter((value) => values.includes(value.trim().toLowerCase()))
          .map((value) => [{ is: 'value', ref: { table, column }, value }, 0.85])
      }),
    ),
  )
}

const pieces = new WeakMap<Lexicon, Map<string, { ref: Ref; value: string; words: string[] }[]>>()

/** Values of a column of few values by the words they hold. */
function piecesOf(lexicon: Lexicon): Map<string, { ref: Ref; value: string; words: string[] }[]> {
  const known = pieces.get(lexicon)
  if (known) return known
  const found = new Map<string, { ref: Ref; value: string; words: string[] }[]>()
  for (const table of lexicon.layer.tables)
    for (const column of table.columns) {
      if (table.isHidden || column.isHidden || column.type !== 'text' || (column.distinct ?? 9999) > 300) continue
      for (const value of column.sampleValues) {
        const words = wordsOf(value)
        if (words.length < 2 || words.length > 8) continue
        for (const word of new Set(words)) found.set(word, [...(found.get(word) ?? []), { ref: { table, column }, value, words }])
      }
    }
  pieces.set(lexicon, found)
  return found
}

/** "World Cup qualifiers" tells one of the tournaments apart; what several values hold tells the shortest, less surely. */
function partsOfValues(lexicon: Lexicon, part: Token[]): [Payload, number][] {
  const words = part.filter(({ kind }) => kind === 'word').map(({ stem }) => stem)
  const [first] = words
  if (!first || words.length !== part.length || first.length < 4) return []
  const known = (word: string) => lexicon.names.has(word)
  if (words.every(known)) return []
  const matches = (piecesOf(lexicon).get(first) ?? []).filter((piece) => words.every((word) => piece.words.includes(word)))
  const columns = new Map<string, typeof matches>()
  for (const match of matches) {
    const key = `${match.ref.table.name}.${match.ref.column.name}`
    columns.set(key, [...(columns.get(key) ?? []), match])
  }
  return [...columns.values()].flatMap((own): [Payload, number][] => {
    const [shortest, next] = [...own].sort((a, b) => a.words.length - b.words.length)
    if (!shortest) return []
    const isAlone = !next || shortest.words.length < next.words.length
    return isAlone ? [[{ is: 'value', ref: shortest.ref, value: shortest.value }, own.length === 1 ? 0.7 : 0.55]] : []
  })
}
