import { refersTo, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { present, startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import type { Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { joiningNouns, reasonLabels, reasonNouns } from '#domain/analyst/lexicon/english/business/reasons.ts'
import { lastingNouns } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { leavingLabels, leavingWords } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const [reasons, joining] = [reasonNouns.join('/'), joiningNouns.join('/')]

/** Why something was so, where a column tells it, and who is new. */
export const reasonRules: Rule[] = [
  ownRule(
    'why-done',
    4,
    'why do/does/did/are/were/was/is/have/has condition? column|table|people/they/we/things? get/got/been/being? value|done|verb|column us?',
    ([, , , , , said], { layer }) => reasonOf(said, layer),
    'why do members leave',
  ),
  ownRule(
    'reasons-for',
    4,
    `what? main/top/usual/common? ${reasons} for/of/behind/why column|table|people/they? value|done|verb|column`,
    ([, , , , , said], { layer }) => reasonOf(said, layer),
    'reasons for returns',
  ),
  ownRule('joiners', 4, `new? ${joining}`, ([, word], { layer }) => (isCalled(word, layer) ? nothing : joined(layer)), 'signups per month'),
  ownRule('sign-ups', 4, 'new? sign ups', (_, { layer }) => joined(layer), 'sign-ups per month'),
]

/** How many rows there are of each reason, the most first. */
function reasonOf(part: Part, layer: Layer): Made[] {
  const said = payloadOf(part, 'done')?.word ?? part?.text.toLowerCase() ?? ''
  const ref = reasonColumn({ said, near: part }, layer)
  if (!ref) return nothing
  const condition = { kind: 'filter' as const, filter: present(ref), tables: [ref.table.name] }
  return made({ figures: [{ kind: 'rows', table: ref.table }], groups: [{ kind: 'column', ref }], conditions: [condition], sorted: 'desc' }, 5)
}

/** The column that tells why: one called after what is `said`, else the only one of the table `near` to it, or of all. */
export function reasonColumn({ said, near }: { said: string; near: Part }, layer: Layer): Ref | null {
  const family = familyOf(said)
  const isLeaving = leavingWords.has(near?.text.toLowerCase() ?? said)
  const told = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): Ref[] =>
      column.type === 'text' && wordsOf(column.label).some((part) => reasonLabels.has(part)) ? [{ table, column }] : [],
    ),
  )
  const isOf = ({ column }: Ref) => wordsOf(column.label).some((part) => familyOf(part) === family || (isLeaving && leavingLabels.has(part)))
  const called = told.filter(isOf)
  const table = payloadOf(near, 'value')?.ref.table ?? payloadOf(near, 'column')?.ref.table ?? payloadOf(near, 'table')?.table
  const own = called.length > 0 ? called : told.filter((ref) => ref.table === table)
  const found = own.length === 0 && !payloadOf(near, 'value') && !payloadOf(near, 'column') ? told : own
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Whether the data has something that is called so itself. */
const isCalled = (word: Part, layer: Layer): boolean =>
  tablesOf(layer).some((table) =>
    [table.label, ...visible(table).map(({ label }) => label)].some((label) =>
      wordsOf(label).some((own) => familyOf(own) === familyOf(word?.text.toLowerCase() ?? '')),
    ),
  )

/** Those of the table of people or accounts that belong to no other, by when they began. */
function joined(layer: Layer): Made[] {
  const lasting = tablesOf(layer).filter((table) => wordsOf(table.label).some((word) => lastingNouns.has(word)) && startOf(table))
  const [table, ...others] = lasting.filter((one) => !refersTo(layer, one).some((other) => other !== one && lasting.includes(other)))
  const start = table && others.length === 0 ? startOf(table) : null
  return table && start ? made({ figures: [{ kind: 'rows', table }], conditions: [{ kind: 'event', ref: start }] }, 2.2) : nothing
}
