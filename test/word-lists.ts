import { parseAst } from 'vite'
import type { SourceFile } from './architecture.ts'

/** Folders of `domain/analyst` that keep no word lists of their own. A folder is added here when its words stand in `lexicon/english`. */
const ROOMS_WITHOUT_WORDS = [
  'answers',
  'attempts',
  'certainty',
  'clauses',
  'conditions',
  'figures',
  'follow-ups',
  'grammar',
  'language',
  'lexicon',
  'options',
  'queries',
  'ranks',
  'reading',
  'relations',
  'transactions',
  'values',
  'vectors',
]

/** From how many words on a list belongs to the lexicon. One or two words that are compared in place are grammar. */
const FEWEST = 3

/**
 * Values of the code's own types that look like words: kinds of items, roles that clauses give them, categories of edges, kinds of figures, types of columns, grains,
 * aggregates and operators. A list of
 * nothing else names code and no language.
 */
const CODE_VALUES = new Set([
  ...['name', 'word', 'column', 'sign', 'quoted', 'number', 'time'],
  ...[
    'filter',
    'filter column',
    'value',
    'select',
    'measure',
    'group',
    'order',
    'limit',
    'having',
    'superlative',
    'negation',
    'absence',
    'table',
    'verb',
    'aside',
    'chart',
  ],
  ...['aggregate', 'grain', 'period', 'money', 'trade-ratio', 'clock', 'recurring', 'bound', 'bound-word', 'done', 'figure', 'condition', 'fragment', 'rows'],
  ...['identifier', 'category', 'geo', 'text', 'boolean', 'integer', 'float', 'decimal', 'date', 'timestamp', 'other'],
  ...['hour', 'day', 'week', 'month', 'quarter', 'year', 'count', 'sum', 'avg', 'min', 'max', 'median', 'asc', 'desc', 'contains', 'between', 'equals'],
])

/** Functions of the lexicon that make a set or a list of the words in their texts. */
const LIST_MAKERS = ['wordSet', 'wordList', 'phraseList', 'phrasesFor']

/** Where words may stand: the lexicon of each language, and the patterns of the grammar, which name categories and words together. */
const wordFolders = /^domain\/analyst\/(?:lexicon\/(?:english|german)|grammar\/rules)\//

type Node = { type: string; start: number } & Record<string, unknown>

/**
 * Lists of three or more words of a language in a file of a checked folder, as `line: words`. A list is what an array holds or its pairs begin with, the keys given to
 * `Object.entries`, a text that is split or given to `wordSet` and its like, or the alternatives of a regular expression.
 */
export function inlineWordLists({ path, text }: SourceFile): string[] {
  const room = /^domain\/analyst\/([^/]+)\//.exec(path)?.[1] ?? ''
  if (!ROOMS_WITHOUT_WORDS.includes(room) || /\.(?:test|cases)\.ts$/.test(path) || wordFolders.test(path)) return []
  const found: string[] = []
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node) => {
    const words = listOf(node)
    const isList = words.length >= FEWEST && !words.every((word) => CODE_VALUES.has(word))
    if (isList) found.push(`${text.slice(0, node.start).split('\n').length}: ${words.join(' ')}`)
  })
  return found
}

/** The words of the list that a node of the syntax tree makes; none where it makes no list. */
function listOf(node: Node): string[] {
  if (node.type === 'ArrayExpression') {
    const heads = nodesIn(node.elements).map((element) => (element.type === 'ArrayExpression' ? nodesIn(element.elements)[0] : element))
    return heads.flatMap(textsOf).filter(isPhrase)
  }
  if (node.type === 'CallExpression') return listOfCall(node)
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'RegExp') return nodesIn(node.arguments).flatMap(textsOf).flatMap(alternatives)
  const regex = node.type === 'Literal' ? (node.regex as { pattern: string } | undefined) : undefined
  return regex ? alternatives(regex.pattern) : []
}

/** Words in `wordSet('a b c')`, `'a b c'.split(' ')` and `Object.entries({ a: 1, b: 2, c: 3 })`. */
function listOfCall({ callee, arguments: given }: Node): string[] {
  const called = callee as Node
  const inputs = nodesIn(given)
  if (LIST_MAKERS.includes(nameOf(called)))
    return [...inputs.flatMap(textsOf), ...inputs.flatMap(propertiesOf).flatMap(({ value }) => textsOf(value))].flatMap(wordsOf)
  if (called.type !== 'MemberExpression') return []
  if (nameOf(called.property) === 'split') return textsOf(called.object).flatMap(wordsOf)
  if (nameOf(called.object) !== 'Object' || nameOf(called.property) !== 'entries') return []
  return inputs
    .flatMap(propertiesOf)
    .flatMap(({ key }) => [nameOf(key), ...textsOf(key)])
    .filter(isPhrase)
}

/**
 * The words among the alternatives of a group of a pattern, of the group that has most. Up to three letters at the end of a word, as in /(?:ed|ing)$/, are an ending and
 * no word.
 */
function alternatives(pattern: string): string[] {
  const groups = [...pattern.matchAll(/(.?)\((?:\?(?:[:=!]|<[=!]))?([^()]*)\)/g)].map(([, before = '', inside = '']) => ({
    // `(?:a|b)` behind `^`, a space or `\b` begins a word.
    isStart: ['^', ' ', 'b'].includes(before),
    inside,
  }))
  const lists = [...groups, { isStart: pattern.startsWith('^'), inside: pattern.replaceAll(/[()]/g, '.') }].map(({ isStart, inside }) => {
    const words = inside.split('|').map((word) => word.replaceAll(/[\^$?*+]|\\[bw]/g, ''))
    return words.length < FEWEST ? [] : words.filter((word) => isPhrase(word) && (isStart || word.length > 3))
  })
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? []
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of Object.values(node).flatMap(nodesIn)) {
    // Types list values of the code; what stands before `as const` is code that runs.
    if (!child.type.startsWith('TS')) walk(child, visit)
    else for (const inner of nodesIn(child.expression)) walk(inner, visit)
  }
}

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The name of an identifier. */
const nameOf = (value: unknown): string => (isNode(value) && value.type === 'Identifier' ? String(value.name) : '')

/** The text of a string, the parts of a template. */
function textsOf(value: unknown): string[] {
  if (!isNode(value)) return []
  if (value.type === 'Literal' && typeof value.value === 'string') return [value.value]
  return value.type === 'TemplateLiteral' ? (value.quasis as { value: { raw: string } }[]).map((part) => part.value.raw) : []
}

const propertiesOf = (node: Node): Node[] => (node.type === 'ObjectExpression' ? nodesIn(node.properties).filter(({ type }) => type === 'Property') : [])
const isPhrase = (text: string): boolean => /^[a-z][a-z'-]*(?: [a-z'-]+)*$/.test(text)
const wordsOf = (text: string): string[] => text.split(/[\s;,|]+/).filter(isPhrase)
