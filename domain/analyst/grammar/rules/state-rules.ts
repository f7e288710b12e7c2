import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Fragment } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { equals, made } from './clause-fragments.ts'
import { conditionOf, denied, flagged, heldOf } from './flag-parts.ts'
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
    "don't/doesn't/didn't/not/without/no have/had/has/get/been/an/any? column|value",
    ([, , part]) => lacks(part),
    'how many guests have no insurance',
  ),
  ownRule('done-so', 3, 'verb|done by/with/in/via/using/for? value', ([verb, , value]) => doneSo(verb, value), 'guests who pay by card'),
  ownRule('with-any', 3, 'with/have/has/had column', ([, column]) => having(column), 'guests with insurance'),
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

/** "Pay by card" speaks of the payment method. */
function doneSo(verb: Part, part: Part): Made[] {
  const ref = payloadOf(part, 'value')?.ref
  const family = familyOf(payloadOf(verb, 'done')?.word ?? verb?.text.toLowerCase() ?? '')
  const isOf = ref && wordsOf(ref.column.label).some((word) => familyOf(word) === family)
  return isOf ? equals(part, false).map((item) => ({ ...item, bonus: 0.8 })) : nothing
}

function having(part: Part): Made[] {
  const held = heldOf(part)
  return held ? makes({ is: 'condition', condition: conditionOf(...held) }, 1) : nothing
}

function noneOf(parts: Part[]): Made[] {
  const named = parts.filter((part) => part && (part.payload.is === 'value' || part.payload.is === 'column'))
  const all = named.map(denied)
  const filters = all.flatMap((item) => (item ? [conditionOf(...item)] : []))
  const fragment: Fragment = { conditions: filters }
  return filters.length > 1 && filters.length === named.length ? made(fragment, 4) : nothing
}
