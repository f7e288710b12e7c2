/** Parts of a whole in words, as a share of one. */
export const fractions: ReadonlyMap<string, number> = new Map([
  ['half', 1 / 2],
  ['third', 1 / 3],
  ['quarter', 1 / 4],
  ['fifth', 1 / 5],
  ['sixth', 1 / 6],
  ['eighth', 1 / 8],
  ['tenth', 1 / 10],
  ['thirds', 2 / 3],
  ['quarters', 3 / 4],
])
