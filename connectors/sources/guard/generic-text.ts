import type { ParserDialect } from './generic-parser.ts'
import { statementNotAllowed, tooComplex } from './refusals.ts'

const MAX_LENGTH = 32_768
const MAX_OPERATORS = 1000

const plain = 'leave it out'

/** Texts that this parser and the engine read differently, or the engine reads by its settings: none of them is needed. */
const ODD: Record<ParserDialect, [RegExp, string][]> = {
  mysql: [
    [/\/\*\s*(?:M?!|\+)/i, 'a comment that the server runs'],
    [/(?<!\\)(?:\\\\)*\\['"`]/, 'a quote behind a backslash'],
    [/--(?![ \t\r\n]|$)/, '-- without a space behind it'],
  ],
  clickhouse: [
    [/(?<!\\)(?:\\\\)*\\['"`]/, 'a quote behind a backslash'],
    [/\$\w*\$/, 'a dollar quote'],
    [/\{\s*\w+\s*:/, 'a substitution'],
    [/#/, '#'],
  ],
  sqlite: [],
}

/** Refuses what could hide code from the parser, and statements too long for it. */
export function assertPlainText(dialect: ParserDialect, sql: string): void {
  if (sql.length > MAX_LENGTH || (sql.match(/\|\||\b(?:or|and|union|intersect|except)\b|[-+*/%=<>]/gi)?.length ?? 0) > MAX_OPERATORS) throw tooComplex()
  if (/\/\*(?:(?!\*\/)[\s\S])*\/\*/.test(sql)) throw statementNotAllowed('a comment within a comment', plain)
  // Engines and parsers differ in which of these separate words, and which are part of one.
  if (/[^\P{Z} ]|[^\P{Cc}\t\n\r]|\p{Cf}/u.test(sql)) throw statementNotAllowed('an unusual space', 'use plain spaces')
  for (const [pattern, what] of ODD[dialect]) if (pattern.test(sql)) throw statementNotAllowed(what, plain)
}
