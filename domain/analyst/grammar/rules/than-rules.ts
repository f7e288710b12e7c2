import { tableOfDeed } from '#domain/analyst/grammar/happenings/deeds.ts'
import type { Edge, Figure, Sight } from '#domain/analyst/grammar/terms.ts'
import { comparatives, moreWords } from '#domain/analyst/lexicon/english/meanings/comparatives.ts'
import { anybody } from '#domain/analyst/lexicon/english/sentences/commonest.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { conditionIn, figureIn, made, verbFigure } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule, rule } from './rule.ts'

type Part = Edge | null | undefined

const [more, comparative] = [moreWords.join('/'), [...comparatives.keys()].join('/')]
const within = 'in/on/at/for/with/by/from/of/during/through/among/to'

/** Of two things set beside each other, which has more: both are told. The words that name the two, and what is compared, stand in any order. */
export const thanRules: Rule[] = [
  ownRule('more-of', 4, `${more} figure`, ([, part]) => compared(ofAll(figureIn(part)), 1.2), 'did Ada write more posts than Bob'),
  ownRule(
    'more-people',
    4,
    `${more} ${anybody.join('/')}`,
    () => compared({ kind: 'sense', sense: 'rows', aggregate: null }, 1.5),
    'do more people pay by card or in cash',
  ),
  ownRule('comparative', 4, comparative, ([word]) => comparedBy(word), 'was June better than May'),
  ownRule('done-more', 4, `done ${more}`, ([done], sight) => doneMore(done, sight), 'did Ada lend more than Bob'),
  ownRule('verb-more', 4, `verb ${more}`, ([verb]) => compared(verbFigure(verb), 1), 'did Ada sell more than Bob'),
  ownRule('than-period', 4, `than ${within}? condition`, ([, , such]) => beside(such), 'more orders in June than in May'),
  rule('one-or-other', 4, `condition or ${within}? condition`, ([one, , , other]) => either(one, other), 'do more people pay by card or in cash'),
]

/** Rows that are compared are counted. */
function ofAll(figure: Figure | null): Figure | null {
  return figure?.kind === 'rows' ? { kind: 'rows', table: figure.table } : figure
}

const compared = (figure: Figure | null, bonus: number): Made[] => (figure ? made({ figures: [figure], shape: 'compare' }, bonus) : nothing)

function comparedBy(part: Part): Made[] {
  const by = comparatives.get(part?.text.toLowerCase() ?? '')
  return by ? made({ shape: 'compare', by }, 1) : nothing
}

function doneMore(done: Part, { layer }: Sight): Made[] {
  const table = tableOfDeed(payloadOf(done, 'done')?.word ?? '', layer)
  return compared(table && { kind: 'rows', table }, 2)
}

function beside(part: Part): Made[] {
  const that = conditionIn(part)
  return that?.kind === 'period' || that?.kind === 'cyclic' ? made({ conditions: [that], shape: 'compare' }, 2) : nothing
}

function either(first: Part, second: Part): Made[] {
  const [one, other] = [conditionIn(first), conditionIn(second)]
  if (!one || !other || one.kind !== other.kind) return nothing
  // Two that are told by different columns do not hold at once.
  return one.kind !== 'filter' || other.kind !== 'filter' || isOfOneColumn(one.filter, other.filter) ? made({ conditions: [one, other] }, 1.5) : nothing
}

const isOfOneColumn = (one: Filter, other: Filter): boolean => 'column' in one && 'column' in other && one.table === other.table && one.column === other.column
