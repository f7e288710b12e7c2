import { rewrites, rewriteWords } from '#domain/analyst/lexicon/english/sentences/rewrites.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'

/** Patterns as expressions, with the words that each name in braces stands for; `{end}` is the end of the question. */
export function patternsOf(patterns: typeof rewrites, words: Record<string, Iterable<string>>): [RegExp, string][] {
  const parts: Record<string, string> = {
    end: '[?.!\\s]*$',
    ...Object.fromEntries(Object.entries(words).map(([name, some]) => [name, anyOf(some)])),
  }
  return patterns.map(([pattern, plain, flags = 'gi']) => [
    new RegExp(
      pattern.replace(/\{([a-z]\w*)\}/g, (whole, name: string) => parts[name] ?? whole),
      flags,
    ),
    plain,
  ])
}

const rules = patternsOf(rewrites, rewriteWords)

/** A question in plainer words, without what its asker adds for a machine: how the answer is to be written, how to work, and what goes without saying. */
export function withoutInstructions(question: string): string {
  return rules.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question)
}
