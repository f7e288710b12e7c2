/** What a remark does with the answer before, by how it begins and ends; `rest` are the words that say with what. */
export type Frame = { kind: 'others' } | { kind: 'without' | 'with' | 'only' | 'same' | 'rank' | 'which' | 'besides'; rest: string }

const others =
  /^(?:(?:what|how) about |(?:show|give|list|tell)(?: me)? |(?:who|which|what) are )?(?:all )?(?:the )?(?:others|other ones|rest|rest of (?:them|those|these)|remaining(?: ones)?|remainder)$/
const denied =
  /^(?:(?:and )?(?:what|how) about )?(?:those|the ones) (?:who|that|which) (?:are|is|do|does|did|have|has|had|were|was)$|^(?:and )?(?:which|who|what)(?: ones?| of (?:them|those|these))? (?:(?:are|is|do|does|did|have|has|had|were|was|can|will) not|(?:are|is|do|does|did|have|has|had|were|was)n't)(?: (?:any|one|so|it))?$/
const without =
  /^(?:but )?(?:not|without|except(?: for)?|excluding|exclude|leave out|remove|drop|skip|apart from|other than|(?:do not|don't) (?:list|show|include|count|give me)|everyone (?:except|but)(?: for)?|everything (?:except|but)|all (?:except|but)|those (?:that are |who are )?not|the ones (?:that are |who are )?not)\b\s*/
const same =
  /^(?:(?:do|show|give|list)(?: me)? )?(?:exactly )?the same(?: thing| question| list| numbers?)?(?: again)?,? (?:but )?(?=(?:for|with|by|in|of|per|on|since|before|after)\b)/
const about = /^(?:what|how) about |^and (?:what|how) about /
const also =
  /^(?:and )?(?:also|add|include|plus|as well as|(?:together |along )?with(?= (?:their|its|his|her)\b))\b\s*(?:show |list |include |add |those |the ones )*|^and (?:those |the ones )?(?=.* (?:too|as well)$)/
const updated =
  /^(?:update|change|extend|modify|expand|edit|adjust) (?:this|that|the|my|it)(?: (?:list|table|results?|query|answer|report))?(?: to)?(?: also)? (?:include|show|add|have|contain)\s+/i
const newColumn = /^(?:a|another|one more|the) column (?:showing |with |for |of |that (?:shows|has) )?/i
const alsoEnd = /[,\s]+(?:too|also|as well)$/
const only = /^(?:(?:only|just)(?: show| list| keep)?|(?:show|list|keep|give)(?: me)?(?: only| just))(?: me)?\s+(?=(?:those|the ones|ones)\b)/
const rank =
  /^(?:(?:who|which|what)(?: one| of (?:them|those|these))? (?:is|are|was|were) |(?:what|how) about |(?:show|give)(?: me)? )?the ((?:\w+est|most \w+|least \w+)(?: and the (?:\w+est|most \w+|least \w+))?)(?: ones?| of (?:them|those|these|all))?$/
const which = /^(?:whose|who|where) /
const besides = /^(\w.*? \w.*?),? (?:except|but|other than|excluding|apart from|besides|without)(?: for)? (?:those|these|them)(?: ones)?$/i

/** Null for a remark that begins like none of them. */
export function frameOf(question: string): Frame | null {
  const text = question
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(/^(?:(?:and|now|ok|okay|then|but|so|please|great|thanks|wonderful|perfect)\b[,.!\s]+)+(?!(?:those|the ones)\b.* (?:too|as well)$)/i, '')
    .replace(/^(?:can|could|would) you (?:please )?/i, '')
    .replace(updated, 'include ')
    .replace(/[,\s]+(?:please|instead|again|then)$/i, '')
  const lower = text.toLowerCase()
  if (others.test(lower) || denied.test(lower)) return { kind: 'others' }
  const after = (pattern: RegExp) => text.slice(pattern.exec(lower)?.[0].length ?? 0)
  const all = besides.exec(text)?.[1]
  if (all !== undefined) return { kind: 'besides', rest: all }
  if (without.test(lower)) return { kind: 'without', rest: after(without) }
  if (only.test(lower)) return { kind: 'only', rest: after(only) }
  if (same.test(lower)) return { kind: 'same', rest: after(same) }
  const superlative = rank.exec(lower)?.[1]
  if (superlative !== undefined) return { kind: 'rank', rest: superlative }
  if (about.test(lower)) return { kind: 'same', rest: after(about) }
  if (also.test(lower) || alsoEnd.test(lower)) return { kind: 'with', rest: after(also).replace(alsoEnd, '').replace(newColumn, '') }
  return which.test(lower) ? { kind: 'which', rest: text } : null
}
