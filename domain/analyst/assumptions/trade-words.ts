import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { alikeInTrade } from '#domain/analyst/lexicon/english/business/trade-nouns.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'

type Answer = Extract<Analysis, { kind: 'query' }>

/** An answer that says which word of a trade was read as a table that is called otherwise: bills as invoices. */
export function withTradeWords({ question, layer, cache, language }: AnalysisInput, answer: Answer): Answer {
  const { names, readAs } = lexiconOf(layer, cache)
  const read = tablesOf(answer.query)
  const labels = layer.tables.filter(({ name }) => read.has(name)).map(({ label }) => nameKey(label))
  const notes = tokenize(question).flatMap(({ kind, stem, lower }, at, all) => {
    // "Customer" of "customer type" is a part of a name.
    const isPart = names.has(`${stem} ${all[at + 1]?.stem}`) || names.has(`${all[at - 1]?.stem} ${stem}`)
    const as =
      kind !== 'word' || isPart
        ? undefined
        : (readAs.get(stem)?.label ?? (names.has(stem) ? undefined : labels.find((label) => alikeInTrade(stem).includes(label))))
    return as === undefined ? [] : [messagesIn(language).readWordAs(lower, as)]
  })
  return notes.length === 0 ? answer : { ...answer, readAs: [...new Set([...notes, ...answer.readAs])] }
}
