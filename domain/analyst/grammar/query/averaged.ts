import { naturalAggregate } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import type { Figure, Group } from '#domain/analyst/grammar/terms.ts'

/**
 * "How many orders do we get per month on average", "how many orders do customers place on average": the average is said apart from what is counted, of what it is
 * an average of. What is counted, or added up over a stretch of time, is divided by how many months or customers there are; the frame as it is where nothing is.
 */
export function withAveraged(frame: Frame): Frame {
  const [figure, ...others] = frame.figures
  if (frame.aggregate !== 'avg' || !figure || others.length > 0 || frame.rank || frame.having.length > 0 || frame.compared.length > 0) return frame
  const times = frame.groups.filter((group) => group.kind === 'time')
  const [time] = times
  const isSplit = frame.groups.every((group) => group === time || isOfKinds(group))
  if (time && times.length === 1 && isSplit && !time.grain.includes('_of_') && addsUp(figure))
    return divided(frame, summed(figure), { kind: 'periods', grain: time.grain }, time)
  const [group, ...more] = frame.groups
  if (!group || more.length > 0 || figure.kind !== 'rows') return frame
  if (group.kind === 'rows' && group.table !== figure.table) return divided(frame, figure, { kind: 'rows', table: group.table }, group)
  return frame
}

/** A split into kinds; by rows one after the other it is those that the average is of. */
const isOfKinds = (group: Group): boolean => group.kind === 'column' && group.ref.column.semanticType !== 'identifier'

const divided = (frame: Frame, numerator: Figure, denominator: Figure, of: Group): Frame => ({
  ...frame,
  aggregate: null,
  figures: [{ kind: 'ratio', numerator, denominator }],
  groups: frame.groups.filter((group) => group !== of),
  shapes: new Set([...frame.shapes].filter((shape) => shape !== 'count')),
})

const adding = new Set(['sum', 'count_distinct'])

/** What a stretch of time has of it is the sum of what its rows have. */
const addsUp = (figure: Figure): boolean =>
  figure.kind === 'rows' || figure.kind === 'sense' || (figure.kind === 'column' && adding.has(figure.aggregate ?? naturalAggregate(figure.ref)))

const summed = (figure: Figure): Figure => {
  if (figure.kind === 'rows') return { kind: 'rows', table: figure.table }
  if (figure.kind === 'column' && figure.aggregate === null) return { ...figure, aggregate: 'sum' }
  return figure.kind === 'sense' ? { ...figure, aggregate: 'sum' } : figure
}
