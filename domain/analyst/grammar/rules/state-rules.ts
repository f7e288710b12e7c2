import { isFigure, isFlag, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { present } from '#domain/analyst/grammar/happenings/moments.ts'
import { conditionOf, denied, flagged, heldOf } from '#domain/analyst/grammar/rules/parts/flag-parts.ts'
import type { Edge, Fragment } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { intervalLabels, payingVerbs } from '#domain/analyst/lexicon/english/meanings/state-words.ts'
import { equals, made } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

/** Which rows are meant, said by the word of a column that holds yes and no. */
export const stateRules: Rule[] = [
  ownRule(
    'has-flag',
    3,
    'had/have/has/get/got/take/took/use/uses/used/work/works/worked/working/chose/bought value',
    ([, value]) => held(value),
    'people who worked overtime',
  ),
  ownRule(
    'lacks',
    3,
    "don't/doesn't/didn't/not/without/no have/had/has/get/been/work/use/take/want/an/any? column|value",
    ([, , part]) => lacks(part),
    'how many guests have no insurance',
  ),
  ownRule('done-so', 3, 'verb|done by/with/in/via/using/for? value', ([verb, , value]) => doneSo(verb, value), 'guests who pay by card'),
  ownRule('paid-so-often', 3, 'verb|done value', ([verb, value]) => paidSoOften(verb, value), 'members who pay yearly'),
  ownRule('with-any', 3, 'with/have/has/had a/an/any? column', ([, article, column]) => having(column, article), 'guests with insurance'),
  ownRule(
    'none-of',
    4,
    'none/neither/no of? value|column ,? value|column? ,? value|column? ,? and/or/nor? value|column',
    (parts) => noneOf(parts.slice(2)),
    'guests with none of breakfast, parking and insurance',
  ),
]

const held = (part: Part): Made[] => (flagged(part) ? equals(part, false).map((item) => ({ ...item, bonus: 0.6 })) : nothing)

function lacks(part: Part): Made[] {
  const [filter, ref] = denied(part) ?? []
  return filter && ref ? makes({ is: 'condition', condition: conditionOf(filter, ref) }, 1.6) : nothing
}

/** In how many ways something is done at most. */
const mostWays = 20

/** "Pay by card" speaks of the payment method. */
function doneSo(verb: Part, part: Part): Made[] {
  const ref = payloadOf(part, 'value')?.ref
  const family = familyOf(payloadOf(verb, 'done')?.word ?? verb?.text.toLowerCase() ?? '')
  const isOf = ref && (ref.column.distinct ?? mostWays + 1) <= mostWays && wordsOf(ref.column.label).some((word) => familyOf(word) === family)
  if (!ref || !isOf) return nothing
  // Card stands for each kind of card.
  const said = part?.text ?? ''
  const kinds = ref.column.sampleValues.filter((value) => wordsOf(value).includes(said.toLowerCase()))
  if (kinds.length < 2 || ref.column.sampleValues.some((value) => value.toLowerCase() === said.toLowerCase()))
    return equals(part, false).map((item) => ({ ...item, bonus: 0.8 }))
  return makes({ is: 'condition', condition: conditionOf({ table: ref.table.name, column: ref.column.name, operator: 'contains', values: [said] }, ref) }, 0.8)
}

/** "Pay yearly", "billed monthly": how often it is paid, where a column tells that. */
function paidSoOften(verb: Part, part: Part): Made[] {
  const ref = payloadOf(part, 'value')?.ref
  const isPaid = payingVerbs.has(verb?.text.toLowerCase() ?? '')
  const isOften = ref !== undefined && wordsOf(ref.column.label).some((word) => intervalLabels.has(word))
  return isPaid && isOften ? equals(part, false).map((item) => ({ ...item, bonus: 1.5 })) : nothing
}

function having(part: Part, article: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  // "Albums that have a title": something is told there.
  const held = heldOf(part) ?? (ref && article && !isFigure(ref.column) && !isFlag(ref.column) ? ([present(ref), ref] as const) : null)
  return held ? makes({ is: 'condition', condition: conditionOf(...held) }, 1) : nothing
}

function noneOf(parts: Part[]): Made[] {
  const named = parts.filter((part) => part && (part.payload.is === 'value' || part.payload.is === 'column'))
  const all = named.map(denied)
  const filters = all.flatMap((item) => (item ? [conditionOf(...item)] : []))
  const fragment: Fragment = { conditions: filters }
  return filters.length > 1 && filters.length === named.length ? made(fragment, 4) : nothing
}
