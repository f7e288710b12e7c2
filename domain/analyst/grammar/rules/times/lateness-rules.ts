import { eventColumn } from '#domain/analyst/grammar/happenings/moments.ts'
import { conditionIn, made, ranked, senseIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Condition, Edge, Figure, Late, Sight } from '#domain/analyst/grammar/terms.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const doing = 'column|value|verb|done|arrive/arrives/arriving/come/comes/coming/came/go/goes/went/get/gets/got'
const shares = 'percent/percentage/share/proportion/fraction/part/rate'
const many = 'many/much'
const units = 'days/hours/minutes'

/** What is late or on time, told by the date on which it was due and that on which it was done. */
export const latenessRules: Rule[] = [
  ownRule('late', 2, 'too? late/overdue/delayed/belated', ([, word], sight) => lateBy(word, null, sight), 'late orders'),
  ownRule('past-due', 2, 'past due', () => late({ state: 'open', said: null }), 'invoices past due'),
  ownRule('on-time', 2, 'on/in time', () => late({ state: 'timely', said: null }, 3), 'delivered on time'),
  ownRule(
    'done-late',
    2,
    `${doing} out/in/back/up? too? late`,
    ([verb, where, , word], sight) => lateBy(word, where ?? verb, sight),
    'orders that went out late',
  ),
  ownRule(
    'done-on-time',
    2,
    `${doing} out/in/back/up? on/in time`,
    ([verb, where]) => late({ state: 'timely', said: saidBy(where ?? verb) }, 3.2),
    'paid on time',
  ),
  ownRule(
    'late-now',
    2,
    'late/delayed/overdue right/at/as? now/currently/moment/present/today',
    ([word], sight) => openBy(word, sight),
    'orders that are late right now',
  ),
  ownRule(
    'now-late',
    2,
    'currently/still/already late/delayed/overdue now/today?',
    ([, word], sight) => openBy(word, sight),
    'loans that are currently overdue',
  ),
  ownRule(
    'late-rate',
    3,
    `condition table|column|value? ${shares}/ratio/quota/performance`,
    ([such, of]) => rateOf(such, of),
    'on-time delivery rate per carrier',
  ),
  ownRule(
    'late-share',
    3,
    `what/which/how? ${many}? ${shares} of all? condition table|column`,
    ([, , , , , such, of]) => rateOf(such, of),
    'percentage of late shipments',
  ),
  ownRule(
    'share-late',
    3,
    `what/which/how? ${many}? ${shares} of all? table|column|time condition`,
    ([, , , , , of, such]) => rateOf(such, of),
    'what share of our deliveries arrives late',
  ),
  ownRule('how-late', 3, 'how condition', ([, such]) => lengthOf(such, 'days', 2), 'how late are our deliveries on average'),
  ownRule(
    'how-many-days-late',
    3,
    `aggregate? by? how/number ${many}/of ${units} condition table|column? verb|column?`,
    ([, , , , unit, such, , verb]) => lengthOf(such, unit?.text, 4, verb),
    'how many days late are we',
  ),
  ownRule('average-days-late', 3, `aggregate ${units} condition`, ([, unit, such]) => lengthOf(such, unit?.text, 3), 'average days late per supplier'),
  ownRule(
    'when-late-by-how-much',
    3,
    `when/if table|column? condition ,? by? how ${many} ${units}?`,
    ([, of, such, , , , , unit]) => lengthOf(such, unit?.text ?? 'days', 6, null, of),
    'when we are late, by how many days',
  ),
  ownRule(
    'late-by-how-much',
    3,
    `condition by how ${many} ${units}?`,
    ([such, , , , unit]) => lengthOf(such, unit?.text ?? 'days', 4),
    'we are late by how many days',
  ),
  ownRule('late-most-often', 4, 'condition superlative', ([such, sense]) => rankedBy(such, sense), 'which carrier is late most often'),
  ownRule(
    'most-often-late',
    4,
    'superlative condition',
    ([sense, such]) => (/often|frequent/i.test(sense?.text ?? '') ? rankedBy(such, sense) : nothing),
    'which carrier is most often late',
  ),
  ownRule('punctual', 4, 'superlative punctual/reliable', ([sense]) => rankedBy(null, sense), 'the most punctual supplier'),
  ownRule(
    'late-more-often',
    4,
    `condition more/less often in/with/at/on/for/from/by? condition than in/with/at/on/for/from/by? condition`,
    ([such, , , , one, , , other]) => comparedRate(such, one, other),
    'are we late more often with UPS than with FedEx',
  ),
  ownRule('how-many-late', 4, 'how/number many/of condition column', ([, , such, of]) => rowsSuch(such, of, 'count'), 'how many late deliveries'),
  ownRule('how-many-were-late', 4, 'how many column condition', ([, , of, such]) => rowsSuch(such, of, 'count'), 'how many deliveries were late'),
  ownRule('late-rows', 4, 'condition column', ([such, of]) => rowsSuch(such, of, null), 'late deliveries per carrier'),
]

const late = (of: Late, bonus = 2): Made[] => makes({ is: 'condition', condition: { kind: 'late', late: of } }, bonus)

const saidBy = (part: Part): string | null => part?.text.toLowerCase() ?? null

/** Where the data has a word of its own for it, that is meant. */
const isValue = (word: string, { layer }: Sight): boolean =>
  layer.tables.some(({ columns }) =>
    columns.some(({ isHidden, sampleValues }) => !isHidden && sampleValues.some((value) => value.trim().toLowerCase() === word)),
  )

function lateBy(word: Part, verb: Part, sight: Sight): Made[] {
  const said = word?.text.toLowerCase() ?? ''
  if (isValue(said, sight)) return nothing
  return late({ state: said === 'overdue' ? 'open' : 'late', said: saidBy(verb) }, verb ? 2.2 : 2)
}

const openBy = (word: Part, sight: Sight): Made[] => (isValue(word?.text.toLowerCase() ?? '', sight) ? nothing : late({ state: 'open', said: null }, 2.5))

const lateIn = (part: Part): Late | null => {
  const that = conditionIn(part)
  return that?.kind === 'late' ? that.late : null
}

/** "Late shipments": what is late is told by the noun behind it. */
function lateWith(such: Part, of: Part): Late | null {
  const found = lateIn(such)
  const ref = payloadOf(of, 'column')?.ref
  if (!found || (ref && !eventColumn(ref, nounOf(of)))) return null
  return found.said === null && (ref || payloadOf(of, 'value')) ? { ...found, said: nounOf(of) } : found
}

const nounOf = (part: Part): string => singular(part?.text.toLowerCase() ?? '')

function rateOf(such: Part, part: Part): Made[] {
  const [found, of] = [lateWith(such, part), ofTable(part)]
  return found ? makes({ is: 'figure', figure: { kind: 'lateness', late: found, tells: 'rate', ...of } }, 3) : nothing
}

function lengthOf(such: Part, unit: string | undefined, bonus: number, verb: Part = null, of: Part = null): Made[] {
  const that = lateIn(such)
  const found: Late | null = that && { ...that, said: saidBy(verb) ?? that.said }
  const tells = (['days', 'hours', 'minutes'] as const).find((one) => one === unit?.toLowerCase())
  return found?.state === 'late' && tells ? makes({ is: 'figure', figure: { kind: 'lateness', late: found, tells, ...ofTable(of) } }, bonus) : nothing
}

/** The rows that are late, where the form names them. */
function ofTable(part: Part): { of?: LayerTable } {
  const table = payloadOf(part, 'table')?.table ?? payloadOf(part, 'column')?.ref.table
  return table ? { of: table } : {}
}

/** Those of whom the largest part is so, and not those who only have many. */
function rankedBy(such: Part, superlative: Part): Made[] {
  const sense = senseIn(superlative)
  const found: Late | null = such ? lateIn(such) : { state: 'timely', said: null }
  if (!found || !sense || (sense.of !== 'count' && sense.of !== 'size')) return nothing
  const figure: Figure = { kind: 'lateness', late: found, tells: 'rate' }
  return ranked(superlative, null, null, { ...(superlative as Edge), payload: { is: 'figure', figure } }, 3)
}

function comparedRate(such: Part, first: Part, second: Part): Made[] {
  const [found, one, other] = [lateIn(such), conditionIn(first), conditionIn(second)]
  if (!found || !one || !other || one.kind !== other.kind) return nothing
  return made({ figures: [{ kind: 'lateness', late: found, tells: 'rate' }], compared: [one, other] }, 3)
}

/** Deliveries and shipments are rows that have the date of it. */
function rowsSuch(such: Part, of: Part, shape: 'count' | null): Made[] {
  const [found, ref] = [lateWith(such, of), payloadOf(of, 'column')?.ref]
  if (!found || !ref) return nothing
  const condition: Condition = { kind: 'late', late: found }
  const rows: Figure = { kind: 'rows', table: ref.table, ...(shape ? {} : { isBare: true as const }) }
  return made({ figures: [rows], conditions: [condition], ...(shape ? { shape } : {}) }, shape ? 3 : 2)
}
