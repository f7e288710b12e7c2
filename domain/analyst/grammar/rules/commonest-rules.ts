import { happens, isFigure, isFlag } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Figure, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import type { SuperlativeSense } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { anybody, mostlyWords, plainDeeds } from '#domain/analyst/lexicon/english/sentences/commonest.ts'
import { deedNouns } from '#domain/analyst/lexicon/english/times/deed-verbs.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import { groupOf, made, numberIn, senseIn } from './clause-fragments.ts'
import { reasonColumn } from './reason-rules.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'
import { wayColumn } from './way-rules.ts'

type Part = Edge | null | undefined

const [who, mostly, deeds] = [anybody.join('/'), mostlyWords.join('/'), plainDeeds.join('/')]
/** "Borrow", "ride": what makes rows, in one word. */
const doings = [...deedNouns.keys()].filter((word) => !word.includes(' ')).join('/')
const doing = 'do/does/did/have/has/is/are/was/were'

/** What there is most of, told by how many rows there are of each. */
export const commonestRules: Rule[] = [
  ownRule(
    'which-done-most',
    4,
    `which/what of? our? number? column|table which/that? do/does/did/have? ${who}|table ${deeds} superlative often?`,
    ([, , , n, part, , , , , sense], sight) => commonest(part, n, senseIn(sense), sight),
    'which treatments do we do most',
  ),
  ownRule(
    'done-by-us-most',
    4,
    `number? column|table ${who} ${deeds} superlative often?`,
    ([n, part, , , sense], sight) => commonest(part, n, senseIn(sense), sight),
    'the 3 treatments we do most',
  ),
  ownRule(
    'which-have-most',
    4,
    `which/what column ${doing} most of? table|${who} ${deeds}? with/by/in/from/for/on?`,
    ([, part], sight) => commonest(part, null, often, sight),
    'what job do most of our members have',
  ),
  ownRule(
    'which-mostly',
    4,
    `which/what column ${doing} table|column|${who} ${mostly} verb|${deeds}? with/by/in/from/for/on?`,
    ([, part], sight) => commonest(part, null, often, sight),
    'which size do customers usually take',
  ),
  ownRule(
    'mostly',
    4,
    mostly,
    () => made({ rank: { sense: often, count: null, target: null, figure: null } }, 1.2),
    'which direction does the wind mostly blow from',
  ),
  ownRule(
    'done-mostly',
    4,
    `what/how do/does/did most? of? table|column|${who} ${mostly}? done|verb|column|${deeds}|${doings} money? for/with/by/about/because/over?`,
    ([word, , , , people, adverb, verb, , preposition], sight) => byWay(word, adverb, people, verb, preposition, sight),
    'what do people mostly borrow for',
  ),
]

const often: SuperlativeSense = { end: 'high', of: 'count' }

/** "Most" and "least", without a word for what is measured. */
function commonest(part: Part, count: Part, sense: SuperlativeSense | null, { layer }: Sight): Made[] {
  const target = groupOf(part)
  const text = part?.text.toLowerCase() ?? ''
  if (
    !target ||
    !sense ||
    (sense.of !== 'size' && sense.of !== 'count') ||
    (target.kind === 'column' && (isFigure(target.ref.column) || isFlag(target.ref.column)))
  )
    return nothing
  const figure: Figure | null = target.kind === 'column' && happens(layer, target.ref.table) ? { kind: 'rows', table: target.ref.table } : null
  const rank = { sense: { end: sense.end, of: 'count' as const }, count: numberIn(count), target, figure }
  return made({ rank, ...(singular(text) === text ? {} : { shape: 'plural' as const }) }, 3)
}

/** The reason or the way that most had: what tells why they did so, or by which means. */
function byWay(word: Part, adverb: Part, people: Part, verb: Part, preposition: Part, { layer }: Sight): Made[] {
  const said = verb?.text.toLowerCase() ?? ''
  const by = preposition?.text.toLowerCase()
  if (word?.text.toLowerCase() === 'how' ? by !== undefined || !adverb : by === undefined) return nothing
  if (payloadOf(verb, 'column') && by === undefined) return nothing
  const ref: Ref | null = by === 'with' || by === 'by' || by === undefined ? wayColumn(said, layer) : reasonColumn({ said, near: people }, layer)
  return ref ? made({ rank: { sense: often, count: null, target: { kind: 'column', ref }, figure: { kind: 'rows', table: ref.table } } }, 4) : nothing
}
