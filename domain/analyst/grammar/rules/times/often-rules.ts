import { eventTables, happens, isFigure, isFlag, moneyFigures, refersTo, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventNamed, presentsOf, settling } from '#domain/analyst/grammar/happenings/happenings.ts'
import { conditionIn, figureIn, made, numberIn, senseIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { saysTimes } from '#domain/analyst/grammar/rules/condition-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Bound, Edge, Figure, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { buyingVerbs } from '#domain/analyst/lexicon/english/business/measures.ts'
import { lineKeyLabels, nameLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { comingVerbs } from '#domain/analyst/lexicon/english/times/happening.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const doing = `done|verb|column|table|${comingVerbs.join('/')}`

/** How often somebody did something: by the rows it makes each time. */
export const oftenRules: Rule[] = [
  ownRule(
    'done-times',
    4,
    `${doing} here/us? bound times`,
    ([verb, , bound], sight) => soOften(verb, payloadOf(bound, 'bound')?.bound, sight),
    'customers who rented more than 40 times',
  ),
  ownRule(
    'done-number-times',
    4,
    `${doing} here/us? exactly/only/just? number times`,
    ([verb, , , number], sight) => soOften(verb, exactly(numberIn(number)), sight),
    'customers who rented exactly 3 times',
  ),
  ownRule(
    'done-more-than-once',
    4,
    `${doing} here/us? bound`,
    ([verb, , bound], sight) => (saysTimes(bound) ? soOften(verb, payloadOf(bound, 'bound')?.bound, sight) : nothing),
    'customers who rented more than once',
  ),
  ownRule(
    'only-done-once',
    4,
    `only/just/exactly ${doing} here/us? once/twice`,
    ([, verb, , times], sight) => soOften(verb, exactly(times?.text.toLowerCase() === 'twice' ? 2 : 1), sight),
    'customers who only ordered once',
  ),
  ownRule(
    'done-most-often',
    4,
    `${doing} here/us/in/by/back/over? superlative`,
    ([verb, , sense], sight) => mostOften(verb, sense, sight),
    'who came most often',
  ),
  ownRule(
    'done-more-often',
    4,
    `condition table? ${doing} more/less often than condition table|one/ones?`,
    ([one, , verb, , , , other], sight) => moreOften(verb, one, other, sight),
    'do women visit more often than men',
  ),
  ownRule(
    'having-different',
    4,
    'with/had/have/has/got/get bound column',
    ([, bound, of]) => soManyOf(bound, of),
    'days on which we had more than 30 incidents',
  ),
  ownRule('done-to-figure', 3, 'done|column|table figure', ([done, part]) => figureDone(done, part), 'invoiced amounts'),
  ownRule(
    'running-payments',
    4,
    'running/cumulative/cumulated total/sum of table',
    ([, , , table], { layer }) => runningMoney(table, layer),
    'running total of payments by month',
  ),
  ownRule(
    'how-often-so',
    4,
    'how often was/were/is/are/has/have/had/did/does/do it/there/we|table? been/get? condition|value',
    ([, , , , , such], sight) => timesSo(such, sight),
    'how often was the water level above 140',
  ),
  ownRule('how-often-was', 4, 'how often/many times? was/were/is/are it/there', (_, sight) => timesSo(null, sight), 'how often was it above 30 degrees'),
  ownRule('busiest-in-day', 4, 'when superlative during/in/within grain', ([, sense, , grain]) => inDay(sense, grain), 'when are we busiest during the day'),
]

function eventOf(part: Part, { layer }: Sight): LayerTable | null {
  const table = payloadOf(part, 'table')?.table
  const said = payloadOf(part, 'done')?.word ?? part?.text.toLowerCase() ?? ''
  return eventNamed(layer, said) ?? eventNamed(layer, part?.text.toLowerCase() ?? '') ?? (table && eventNamed(layer, table.label.toLowerCase())) ?? null
}

const exactly = (value: number | null): Bound | undefined => (value === null ? undefined : { operator: 'equals', value })

function soOften(verb: Part, bound: Bound | undefined, sight: Sight): Made[] {
  const table = eventOf(verb, sight)
  // "In for repair more than 3 times": of the kinds of work one is meant, and not all of it.
  if (table && isKindOf(verb?.text.toLowerCase() ?? '', table)) return nothing
  return table && bound ? made({ having: { figure: timesOf(verb, table, sight), bound } }, 4) : nothing
}

/** Buying happens in the main rows that tell of sales, and only in those that came to one. */
const timesOf = (verb: Part, table: LayerTable, { layer }: Sight): Figure =>
  buyingVerbs.has(verb?.text.toLowerCase() ?? '') && eventTables(layer)[0] === table
    ? { kind: 'sense', sense: 'rows', aggregate: null }
    : { kind: 'rows', table }

const isKindOf = (said: string, { columns }: LayerTable): boolean =>
  columns.some(({ isHidden, sampleValues }) => !isHidden && sampleValues.some((value) => value.trim().toLowerCase() === said))

function mostOften(verb: Part, superlative: Part, sight: Sight): Made[] {
  const [table, sense] = [eventOf(verb, sight), senseIn(superlative)]
  const isOften = /often|frequently/i.test(superlative?.text ?? '') || (comingVerbs.includes(verb?.text.toLowerCase() ?? '') && sense?.of === 'size')
  return table && sense && isOften ? made({ rank: { sense, count: null, target: null, figure: { kind: 'rows', table } } }, 3) : nothing
}

/** More often is oftener for each of them, and not more in all; of rows that tell of none of them it is how many there are. */
function moreOften(verb: Part, first: Part, second: Part, sight: Sight): Made[] {
  const [one, other] = [conditionIn(first), conditionIn(second)]
  if (one?.kind !== 'filter' || other?.kind !== 'filter') return nothing
  const of = sight.layer.tables.find(({ name }) => one.tables.includes(name))
  const table = eventOf(verb, sight) ?? onlyEventOf(of, sight)
  if (!table) return nothing
  const each = of && of !== table ? referenceTo(sight.layer, table, of) : null
  if (!each && of !== table) return nothing
  const rows: Figure = { kind: 'rows', table }
  const figure: Figure = each ? { kind: 'ratio', numerator: rows, denominator: each } : rows
  return made({ figures: [figure], compared: [one, other] }, 4)
}

/** What happens to rows of a table, where only one kind of thing does. */
function onlyEventOf(of: LayerTable | undefined, { layer }: Sight): LayerTable | null {
  const events = eventTables(layer).filter((table) => !table.isHidden && happens(layer, table) && of && refersTo(layer, table).includes(of))
  const [only, ...others] = events.length === 0 && of && happens(layer, of) ? [of] : events
  return only && others.length === 0 ? only : null
}

/** How many different rows of another table those of a table belong to. */
function referenceTo(layer: Layer, table: LayerTable, of: LayerTable): Figure | null {
  if (!refersTo(layer, table).includes(of)) return null
  const reference = layer.relationships.find(({ fromTable, toTable }) => fromTable === table.name && toTable === of.name)
  const column = table.columns.find(({ name }) => name === reference?.fromColumns[0])
  return column ? { kind: 'column', ref: { table, column }, aggregate: 'count_distinct' } : null
}

/** So many different ones of what a column tells apart: incidents by their number. */
function soManyOf(part: Part, of: Part): Made[] {
  const [limit, ref] = [payloadOf(part, 'bound')?.bound, payloadOf(of, 'column')?.ref]
  if (!limit || !ref || isFigure(ref.column) || isFlag(ref.column) || ref.column.semanticType === 'time') return nothing
  if (!isKeyOf(ref, of?.text ?? '')) return nothing
  return made({ having: { figure: { kind: 'column', ref, aggregate: 'count_distinct' }, bound: limit } }, 1.5)
}

/** Whether a label is a noun alone, or that of its key or name: reviews are told apart by their number, and not by their titles. */
function isKeyOf({ column }: Ref, said: string): boolean {
  const own = wordsOf(said)
  const rest = wordsOf(column.label).filter((word) => !own.includes(word))
  return rest.length < wordsOf(column.label).length ? rest.every((word) => lineKeyLabels.has(word) || nameLabels.has(word)) : true
}

/** "Invoiced amounts" and "shipping costs" are those of invoices and shipments. */
function figureDone(part: Part, of: Part): Made[] {
  const figure = figureIn(of)
  const said = payloadOf(part, 'done')?.word ?? part?.text.toLowerCase() ?? ''
  if (figure?.kind !== 'column' || said.includes(' ')) return nothing
  const families = new Set(presentsOf(said).map(familyOf))
  return wordsOf(figure.ref.table.label).some((word) => families.has(familyOf(word))) ? makes({ is: 'figure', figure }, 0.5) : nothing
}

/** The total of payments is what they come to, and not how many there are. */
function runningMoney(part: Part, layer: Layer): Made[] {
  const table = payloadOf(part, 'table')?.table
  const money = table && settling.test(table.label) ? moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === table) : undefined
  return money ? made({ figures: [money], derive: 'running' }, 4) : nothing
}

/** How many rows are so, of what happens and of what is measured. */
function timesSo(such: Part, { layer }: Sight): Made[] {
  const that = conditionIn(such)
  const [name] = that?.kind === 'filter' ? that.tables : []
  const table = layer.tables.find((one) => one.name === name) ?? eventTables(layer)[0]
  if (!table || (such && that?.kind !== 'filter')) return nothing
  return made({ figures: [{ kind: 'rows', table }], shape: 'count', ...(that ? { conditions: [that] } : {}) }, 2.5)
}

function inDay(superlative: Part, part: Part): Made[] {
  const [sense, grain] = [senseIn(superlative), payloadOf(part, 'grain')?.grain]
  return sense?.of === 'count' && grain === 'day'
    ? made({ rank: { sense, count: null, target: { kind: 'time', grain: 'hour_of_day', ref: null }, figure: null } }, 4)
    : nothing
}
