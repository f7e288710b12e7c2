import { type Pattern, pattern } from '#domain/analyst/grammar/pattern.ts'
import type { Edge, Payload, Sight } from '#domain/analyst/grammar/terms.ts'

/** What a rule makes of the words its pattern fits; several where they may mean several things. `bonus` is added to their weight. */
export type Made = { payload: Payload; bonus?: number; link?: number }
export type Build = (parts: (Edge | null)[], sight: Sight) => Made[]

/**
 * One way people put something. Rules of one `stage` see what those of earlier stages made, and stand in no order: whichever fits adds an edge, and which
 * edges are taken is decided by weight. `examples` are its tests.
 */
export type Rule = { name: string; stage: 1 | 2 | 3 | 4; pattern: Pattern; build: Build; examples: string[]; isOwn?: true }

export function rule(name: string, stage: Rule['stage'], text: string, build: Build, ...examples: string[]): Rule {
  return { name, stage, pattern: pattern(text), build, examples }
}

/** A form that the readers do not know: where it is read whole, it is believed over what they make of the rest of the words. */
export function ownRule(...of: Parameters<typeof rule>): Rule {
  return { ...rule(...of), isOwn: true }
}

/** The payload of a part, where it is of that kind. */
export function payloadOf<Kind extends Payload['is']>(part: Edge | null | undefined, kind: Kind): Extract<Payload, { is: Kind }> | null {
  return part?.payload.is === kind ? (part.payload as Extract<Payload, { is: Kind }>) : null
}

export const makes = (payload: Payload, bonus = 0, link = 1): Made[] => [{ payload, bonus, link }]
export const nothing: Made[] = []
