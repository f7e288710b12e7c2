import { isFigure } from '#domain/analyst/grammar/facts.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { moneySenses } from '#domain/analyst/lexicon/english/meanings/measures.ts'
import { comingForms, handlingVerbs, sharingForms } from '#domain/analyst/lexicon/english/sentences/trade-verbs.ts'
import { conditionIn, counted, figureIn, groupOf, made, numberIn, partOf } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule, rule } from './rule.ts'

type Part = Edge | null | undefined

const [coming, handling, sharing] = [comingForms, handlingVerbs, sharingForms].map((words) => [...words].join('/'))

/** How owners speak of what they sell, and how it is shared out. */
export const tradeRules: Rule[] = [
  ownRule(
    'sold-by-group',
    4,
    'what did/do/does/have/has condition? verb condition? ,? by/per column|table|grain',
    ([, , one, verb, other, , , group]) => tradeBy(verb, [one, other], group),
    'what did the garden shop sell in May, by category',
  ),
  ownRule(
    'money-coming',
    4,
    'how much figure come/comes/came/coming/flow/flows/flowed/rolled/trickled in/into?',
    ([, , figure]) => cameIn(figure),
    'how much money came in last week',
  ),
  rule('which-number', 4, 'which/what number column|table', ([, count, part]) => askedFirst(count, part), 'which 3 bikes earn the least'),
  ownRule(
    'how-many-handled',
    4,
    `how many table did/do/does/have/has condition? ${handling} up/in/through?`,
    ([, , table, , such]) => countedOf(table, such),
    'how many orders did we ring up',
  ),
  ownRule(
    'shared-out',
    4,
    `${sharing} out/down/up? evenly? over/between/across/among/into number? column|table|grain`,
    ([, , , , , part]) => sharedOver(part),
    'how is revenue split between the branches',
  ),
  ownRule(
    'part-of-such',
    4,
    `what/which? percent/percentage/share/proportion/fraction of condition figure ${coming}? from/by/with/in/on/at/during/through? condition`,
    ([, , , whole, figure, , , inside]) => partOfSuch(whole, figure, inside),
    'what share of helmet sales comes from online',
  ),
]

/** "What did they sell, by category" asks how much of each. */
function tradeBy(verb: Part, such: Part[], part: Part): Made[] {
  const sense = payloadOf(verb, 'verb')?.sense
  const group = groupOf(part)
  if (!sense || !moneySenses.has(sense) || !group) return nothing
  const conditions = such.flatMap((item) => conditionIn(item) ?? [])
  return made({ figures: [{ kind: 'sense', sense, aggregate: null }], groups: [group], conditions }, 3)
}

function cameIn(part: Part): Made[] {
  const figure = figureIn(part)
  return figure?.kind === 'sense' ? made({ figures: [figure] }, 3) : nothing
}

function askedFirst(count: Part, part: Part): Made[] {
  const [group, first] = [groupOf(part), numberIn(count)]
  return group && first !== null ? made({ groups: [group], shape: 'list', first }, 1) : nothing
}

function countedOf(part: Part, such: Part): Made[] {
  const condition = conditionIn(such)
  return counted(part).map((item) =>
    item.payload.is === 'fragment'
      ? { ...item, bonus: 4, payload: { is: 'fragment', fragment: { ...item.payload.fragment, ...(condition ? { conditions: [condition] } : {}) } } }
      : item,
  )
}

function sharedOver(part: Part): Made[] {
  const group = groupOf(part)
  return group && !(group.kind === 'column' && isFigure(group.ref.column)) ? made({ groups: [group] }, 3.2) : nothing
}

function partOfSuch(whole: Part, figure: Part, inside: Part): Made[] {
  const condition = conditionIn(whole)
  return partOf(figure, inside, 3.5).map((item) =>
    item.payload.is === 'fragment' && condition
      ? { ...item, payload: { is: 'fragment', fragment: { ...item.payload.fragment, conditions: [condition] } } }
      : item,
  )
}
