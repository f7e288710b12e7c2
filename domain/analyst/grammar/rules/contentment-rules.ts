import { isFigure, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { contentmentLabels, markLabels, pleased } from '#domain/analyst/lexicon/english/meanings/contentment.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const how = `how ${pleased.join('/')} are/is/were/was table|column|people/they/we/everyone`

/** How pleased people are, by the marks they gave. */
export const contentmentRules: Rule[] = [
  ownRule('how-pleased', 4, how, (_, { layer }) => pleasedWith(null, layer), 'how satisfied are our guests'),
  ownRule(
    'how-pleased-with',
    4,
    `${how} with/about their/our/its? table|column|job/work/life/service/environment/pay`,
    (parts, { layer }) => pleasedWith(parts.at(-1), layer),
    'how happy are people with their job',
  ),
  ownRule('average-mark', 4, 'aggregate score/mark/rating please?', () => made({}, 0.8), 'how happy are our guests, average score please'),
]

function labelled(layer: Layer, labels: readonly string[]): Ref[] {
  return tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => (isFigure(column) && wordsOf(column.label).some((word) => labels.includes(word)) ? [{ table, column }] : [])),
  )
}

/** The only column that tells it, or that of what they are pleased with. */
function pleasedWith(what: Part, layer: Layer): Made[] {
  const told = labelled(layer, contentmentLabels)
  const all = told.length > 0 ? told : labelled(layer, markLabels)
  const family = familyOf(what?.text.toLowerCase() ?? '')
  const [ref, ...others] = what ? all.filter(({ column }) => wordsOf(column.label).some((word) => familyOf(word) === family)) : all
  return ref && others.length === 0 ? made({ figures: [{ kind: 'column', ref, aggregate: 'avg' }] }, 5) : nothing
}
