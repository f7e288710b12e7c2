import { headsIn } from '#domain/analyst/grammar/business/heads.ts'
import { tablesOf, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { headcountNouns } from '#domain/analyst/lexicon/english/business/capacities.ts'
import { anybodyNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

const anybody = anybodyNouns.join('/')

/** How many people came, where each row tells how many it is of. */
export const peopleRules: Rule[] = [
  ownRule(
    'how-many-people-of-rows',
    4,
    `how many ${headcountNouns.join('/')}`,
    ([, , noun], { layer }) => headsOf(noun, layer),
    'how many guests are booked for tomorrow',
  ),
  ownRule('how-many-people', 4, `how many of? our/the? ${anybody} who/that/have/has/had?`, (_, { layer }) => peopleCounted(layer), 'how many people paid cash'),
]

/** Whoever they are, where no table is called so: told apart by what the rows say of them, or one for each row. */
const peopleCounted = (layer: Layer): Made[] =>
  tablesOf(layer).some(({ label }) => wordsOf(label).some((word) => anybodyNouns.includes(word))) ? nothing : made({ shape: 'people' }, 4)

/** Of data with a table of people called so, its rows are meant. */
function headsOf(noun: Edge | null | undefined, layer: Layer): Made[] {
  const said = singular(noun?.text.toLowerCase() ?? '')
  if (tablesOf(layer).some(({ label }) => wordsOf(label).includes(said))) return nothing
  return headsIn(layer).flatMap((ref) => made({ figures: [{ kind: 'column', ref, aggregate: 'sum' }] }, 4))
}
