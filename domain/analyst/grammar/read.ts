import type { Clock } from '#domain/analyst/language/calendar.ts'
import { type Token, tokenize } from '#domain/analyst/language/tokens.ts'
import { type LexiconCache, lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { frameOf } from './frame.ts'
import { mentionsIn } from './mentions.ts'
import { type Cover, coversOf, fragmentsOf, withRules } from './parse.ts'
import { resolve } from './resolve.ts'

/** One way to read a question: the query, how much speaks for it, and the words it leaves out. */
export type GrammarReading = { query: SemanticQuery; weight: number; link: number; passed: Token[]; guesses: number; notes: string[]; cover: Cover }

const most = 5

/** The likeliest readings of a question about a layer, the best first, told apart by their queries. */
export function readingsOf(question: string, layer: Layer, clock: Clock, cache?: LexiconCache): GrammarReading[] {
  const tokens = tokenize(question)
  if (tokens.length === 0 || tokens.length > 60) return []
  const lexicon = lexiconOf(layer, cache)
  const lattice = withRules(mentionsIn(tokens, lexicon, clock), tokens.length, { layer })
  const readings = new Map<string, GrammarReading>()
  for (const cover of coversOf(lattice, tokens)) {
    const frame = frameOf(fragmentsOf(cover))
    const resolved = frame && resolve(frame, { layer })
    if (!resolved || !compiles(layer, resolved.query)) continue
    const key = JSON.stringify(resolved.query)
    const weight = cover.weight - resolved.guesses * 0.2
    if (!readings.has(key))
      readings.set(key, { query: resolved.query, weight, link: cover.link, passed: cover.passed, guesses: resolved.guesses, notes: resolved.notes, cover })
  }
  return [...readings.values()].sort((a, b) => b.weight - a.weight).slice(0, most)
}

function compiles(layer: Layer, query: SemanticQuery): boolean {
  try {
    compileQuery(layer, query)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
