/** Names closest to a word by edit distance or shared beginning, best first; none when nothing is near. */
export function nearestNames(word: string, names: Iterable<string>, limit = 3): string[] {
  const wanted = plain(word)
  const ranked: { name: string; distance: number }[] = []
  for (const name of new Set(names)) {
    const candidate = plain(name)
    const contains = wanted.length > 2 && candidate.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate))
    const distance = contains ? 0.5 : editDistance(wanted, candidate, 3)
    if (distance <= Math.max(1, Math.floor(wanted.length / 3))) ranked.push({ name, distance })
  }
  return ranked
    .sort((a, b) => a.distance - b.distance || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map((entry) => entry.name)
}

/** Optimal string alignment distance (insert, delete, replace, swap of neighbours); anything above `bound` is `bound + 1`. */
export function editDistance(left: string, right: string, bound: number): number {
  if (Math.abs(left.length - right.length) > bound) return bound + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let best = row
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1))
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
      best = Math.min(best, cost)
    }
    if (best > bound) return bound + 1
    beforeLast = last
    last = current
  }
  return Math.min(at(last, right.length), bound + 1)
}

function at(values: number[], index: number): number {
  return values[index] ?? Number.POSITIVE_INFINITY
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
