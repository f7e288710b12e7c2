/** A member of a column: its figure and its number of rows in a period (`here`) and in the one before (`there`). */
export type Member = { name: string; here: number; there: number; rowsHere: number; rowsThere: number }

/** A change as a sum of three: of how many rows there are, of which members they belong to, and of what one row of a member comes to. */
export type Effects = { volume: number; mix: number; rate: number }

const sum = (all: number[]): number => all.reduce((total, one) => total + one, 0)

/**
 * The change of a total, taken apart so that the parts add up to it. Volume: the rows that are more or fewer, each at the value a row had before. Mix: the shares of
 * the members shifted, at what their rows came to before. Rate: what a row of each member comes to now instead of before. Null without rows in one of the periods.
 */
export function effectsOf(members: readonly Member[]): Effects | null {
  const [rowsHere, rowsThere] = [sum(members.map((one) => one.rowsHere)), sum(members.map((one) => one.rowsThere))]
  const [here, there] = [sum(members.map((one) => one.here)), sum(members.map((one) => one.there))]
  if (rowsHere === 0 || rowsThere === 0) return null
  const before = there / rowsThere
  const volume = (rowsHere - rowsThere) * before
  // Of a member that is new, rows are taken to have come to what all did.
  const rate = sum(members.map((one) => one.here - one.rowsHere * (one.rowsThere === 0 ? before : one.there / one.rowsThere)))
  return { volume, rate, mix: here - there - volume - rate }
}

/** The members whose figures changed most in the direction of the whole, and those most against it. */
export function contributions(members: readonly Member[], most: number): { along: Member[]; against: Member[] } {
  const direction = Math.sign(sum(members.map((one) => one.here - one.there))) || 1
  const by = (one: Member) => direction * (one.here - one.there)
  const sorted = members.toSorted((one, other) => by(other) - by(one))
  return {
    along: sorted.filter((one) => by(one) > 0).slice(0, most),
    against: sorted
      .filter((one) => by(one) < 0)
      .toReversed()
      .slice(0, 1),
  }
}
