import { alikeInTrade } from '#domain/analyst/lexicon/english/business/trade-nouns.ts'
import { synonymGroups } from '#domain/analyst/lexicon/english/meanings/synonyms.ts'
import { speltPhrases } from './as-read/labels-spelt.ts'
import { compoundName } from './compound-name.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import { bestWeight, weakened } from './meaning.ts'
import { isPersonWord, saysYesOrNo } from './said-of.ts'
import { endingIn } from './table-ending.ts'
import { tableOfKind } from './table-of-kind.ts'

/** What a phrase of singular words names. A phrase unknown to the layer is looked up by common synonyms, with weight 0.75, a single word with 0.5. */
export function lookUpName(lexicon: Lexicon, phrase: string): Meaning | null {
  const known =
    lexicon.names.get(phrase) ??
    speltPhrases(phrase)
      .map((spelt) => lexicon.names.get(spelt))
      .find((meaning) => meaning !== undefined) ??
    compoundName(lexicon, phrase)
  if (known) return known
  const meanings = synonymGroups.filter((group) => group.includes(phrase)).flatMap((group) => group.flatMap((other) => lexicon.names.get(other) ?? []))
  const inTrade = alikeInTrade(phrase).flatMap((other) => lexicon.names.get(other) ?? [])
  const [called] = inTrade.sort((a, b) => bestWeight(b) - bestWeight(a))
  const [best] = meanings.sort((a, b) => bestWeight(b) - bestWeight(a))
  if (called && bestWeight(called) >= 0.85 && bestWeight(called) > (best ? bestWeight(best) * 0.9 : 0)) return weakened(called, 0.75)
  // Customers are none of the answers whether somebody is a member.
  if (best && isPersonWord(phrase) && best.tables.length === 0 && best.columns.every(({ column }) => saysYesOrNo(column))) return null
  if (best && bestWeight(best) >= 0.5 && (best.tables.length > 0 || !tableOfKind(phrase, lexicon))) return weakened(best, phrase.includes(' ') ? 0.75 : 0.5)
  const table = endingIn(phrase, lexicon.layer) ?? tableOfKind(phrase, lexicon)
  return table && { tables: [{ table, weight: 0.8 }], columns: [], measures: [] }
}
