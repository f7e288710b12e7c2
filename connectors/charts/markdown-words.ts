import { Lexer, type Token } from 'marked'
import type { Words } from '#charts/page-picture.ts'

/** Kinds of Markdown that say nothing in words: nothing a text names is loaded. */
const UNSHOWN = new Set(['html', 'image', 'def', 'hr', 'space'])

/** Markdown as lines of words. */
export const wordsOf = (markdown: string): Words[] => new Lexer().lex(markdown).flatMap(linesOf)

function linesOf(token: Token): Words[] {
  if (UNSHOWN.has(token.type)) return []
  if (token.type === 'heading') return [{ text: plain(token), isHeading: true }]
  if (token.type === 'list') return (token.items as Token[]).map((item) => ({ text: `• ${plain(item)}` }))
  if (token.type === 'table') return [token.header, ...token.rows].map((row: Token[]) => ({ text: row.map(plain).join('   ') }))
  return plain(token)
    .split('\n')
    .map((text) => ({ text }))
}

function plain(token: Token): string {
  if (UNSHOWN.has(token.type)) return ''
  if (token.type === 'br') return '\n'
  if ('tokens' in token && token.tokens) return token.tokens.map(plain).join('')
  return 'text' in token ? unescaped(String(token.text)) : ''
}

/** What a text writes as an entity of HTML. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
