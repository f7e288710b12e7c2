import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { findJoinTree } from '../../semantics/compile/join-path.ts'
import type { Layer, LayerTable } from '../../semantics/layer.ts'
import { NAME, named, plain, type Reference, withoutLiterals } from './references.ts'

const JOIN_CONDITION =
  /\bon\b[\s\S]*?(?=\b(?:(?:left|right|inner|full|cross|natural)\s|join|where|group|order|having|limit|union)\b|\)|;|$)|\busing\s*\([^)]*\)/gi

/** The FROM clause that a statement needs, and what it calls each table of it. */
export type NeededFrom = { from: string; used: LayerTable[]; called(table: LayerTable): string }

/**
 * The FROM clause of a statement that joins wrongly, as the layer's relationships join the tables whose columns it uses outside its join conditions. Null
 * where that is not clear: nested statements, names that several tables have, tables no relationship connects or several ways connect.
 */
export function neededFrom(sql: string, references: Reference[], tables: LayerTable[], layer: Layer): NeededFrom | null {
  const text = withoutLiterals(sql)
  if ((text.match(/\bselect\b/gi)?.length ?? 0) !== 1) return null
  const used = usedTables(text.replaceAll(JOIN_CONDITION, ' '), references, tables)
  const [only] = used ?? []
  if (!used || !only) return null
  const aliasOf = (name: string) => references.find(({ name: read, alias }) => alias !== null && named(tables, read)?.name === name)?.alias ?? null
  const written = (name: string) => [sanitizeText(name, 100), ...(aliasOf(name) ? [`AS ${sanitizeText(aliasOf(name) ?? '', 100)}`] : [])].join(' ')
  const called = (name: string) => sanitizeText(aliasOf(name) ?? name, 100)
  const tree = used.length === 1 ? { root: only.name, steps: [] } : joinTree(layer, used)
  if (!tree || tree.steps.some(({ child }) => !tables.some(({ name }) => name === child))) return null
  const joins = tree.steps.map(({ parent, child, on }) => {
    const condition = on.map((pair) => `${called(child)}.${sanitizeText(pair.child, 100)} = ${called(parent)}.${sanitizeText(pair.parent, 100)}`).join(' AND ')
    return `JOIN ${written(child)} ON ${condition}`
  })
  return { from: `FROM ${[written(tree.root), ...joins].join(' ')}`, used, called: ({ name }) => called(name) }
}

/** The same in words for a model. */
export function fromClause(sql: string, references: Reference[], tables: LayerTable[], layer: Layer): string | null {
  const needed = neededFrom(sql, references, tables, layer)
  const [only, ...more] = needed?.used ?? []
  if (!needed || !only) return null
  if (more.length) return `the tables join so: ${needed.from}`
  const isAlone = references.length === 1 && named(tables, references[0]?.name ?? '')?.name === only.name
  return isAlone ? null : `${sanitizeText(only.name, 100)} alone has every column used: unless another table is meant, write ${needed.from} without a JOIN`
}

/** The tables whose columns a text names; null where a name stands in several that may be meant. */
function usedTables(text: string, references: Reference[], tables: LayerTable[]): LayerTable[] | null {
  const read = references.flatMap(({ name }) => named(tables, name) ?? [])
  const used = new Set<LayerTable>()
  const has = (column: string) => (table: LayerTable) => table.columns.some(({ name, isHidden }) => !isHidden && plain(name) === column)
  const ownNames = new Set([...text.matchAll(new RegExp(`\\bas\\s+(${NAME})`, 'gi'))].map(([, name = '']) => plain(name)))
  const isOfStatement = (name: string): boolean => ownNames.has(name) || references.some((reference) => [reference.name, reference.alias].includes(name))
  for (const [, qualifier, member = ''] of text.matchAll(new RegExp(`(?<![\\w."\`\\]])(?:(${NAME})\\.)?(${NAME})(?!\\s*[.(])`, 'g'))) {
    const column = plain(member)
    const reference = qualifier === undefined ? undefined : references.find(({ name, alias }) => [name, alias].includes(plain(qualifier)))
    const table = reference ? named(tables, reference.name) : qualifier === undefined ? undefined : named(tables, plain(qualifier))
    if (table && has(column)(table)) {
      used.add(table)
      continue
    }
    if (qualifier === undefined && isOfStatement(column)) continue
    const owners = tables.filter(has(column))
    if (owners.length === 0 || owners.some((owner) => used.has(owner))) continue
    const near = owners.filter((owner) => read.includes(owner))
    const [owner, ...others] = near.length ? near : owners
    if (others.length) return null
    if (owner) used.add(owner)
  }
  return [...used]
}

function joinTree(layer: Layer, used: LayerTable[]): ReturnType<typeof findJoinTree> | null {
  try {
    return findJoinTree(
      layer,
      used.map(({ name }) => name),
      null,
      [],
    )
  } catch {
    return null
  }
}
