import { importsOf, type SourceFile, targetOf } from './architecture.ts'

/**
 * Groups of files that import each other when the code runs, each group by its paths; types alone make no circle. Tarjan's strongly connected components: a file is
 * settled once everything it leads to is.
 */
export function importCircles(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map(({ path }) => path))
  const leads = new Map(files.map(({ path, text }) => [path, targetsOf(path, text).filter((target) => known.has(target))]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.get(path) ?? 0)
    open.push(path)
    for (const target of leads.get(path) ?? []) {
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(path) !== order.get(path)) return
    const together = open.splice(open.indexOf(path))
    if (together.length > 1 || leads.get(path)?.includes(path)) circles.push(together.toSorted())
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return circles
}

const targetsOf = (path: string, text: string): string[] =>
  importsOf(text).flatMap(({ specifier, typeOnly }) => (typeOnly ? [] : (targetOf(path, specifier) ?? [])))
