import { eventTables, isFigure } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import type { Figure, Group, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { fail } from './query-state.ts'

/** Numbers that are put into steps are counted in them, and not added up: "salaries in steps of 10,000". The frame as it is where nothing is put into steps. */
export function withSteps(frame: Frame, sight: Sight): Frame {
  if (frame.step === null || frame.groups.some(({ kind }) => kind === 'bin')) return frame
  const grouped = frame.groups.find((group) => group.kind === 'column' && isFigure(group.ref.column))
  const measured = frame.figures.find((figure) => figure.kind === 'column' && figure.aggregate !== 'count_distinct' && isFigure(figure.ref.column))
  const ref = refOf(grouped) ?? refOf(measured) ?? hourOf(frame, sight)
  if (!ref) return fail()
  const others = frame.figures.filter((figure) => figure !== measured)
  const figures: Figure[] = others.length > 0 ? others : [{ kind: 'rows', table: ref.table }]
  // A unit of time behind the steps is none to split by.
  const groups = frame.groups.filter((group) => group !== grouped && group.kind !== 'time')
  return { ...frame, figures, groups: [...groups, { kind: 'bin', ref, width: null }] }
}

const refOf = (item: Group | Figure | undefined): Ref | null => (item?.kind === 'column' ? item.ref : null)

/** The hours of the day, where a number tells them. */
function hourOf(frame: Frame, { layer }: Sight): Ref | null {
  const named = frame.figures.flatMap((figure) => (figure.kind === 'rows' ? [figure.table] : figure.kind === 'column' ? [figure.ref.table] : []))
  const found = [...named, ...eventTables(layer)].flatMap((table) =>
    table.columns
      .filter(({ label, type, isHidden }) => !isHidden && type === 'integer' && /^hour(?: of (?:the )?day)?$/i.test(label))
      .map((column): Ref => ({ table, column })),
  )
  return found[0] ?? null
}
