import { rewrites, rewriteWords } from '#domain/analyst/lexicon/english/sentences/rewrites.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'

const parts: Record<string, string> = {
  end: '[?.!\\s]*$',
  ...Object.fromEntries(Object.entries(rewriteWords).map(([name, words]) => [name, anyOf(words)])),
}
const rules = rewrites.map(([pattern, plain, flags = 'gi']): [RegExp, string] => [
  new RegExp(
    pattern.replace(/\{([a-z]\w*)\}/g, (whole, name: string) => parts[name] ?? whole),
    flags,
  ),
  plain,
])

/** A question in plainer words, without what its asker adds for a machine: how the answer is to be written, how to work, and what goes without saying. */
export function withoutInstructions(question: string): string {
  return rules.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question)
}
