import { type Filter, filter as matcher } from 'scim2-parse-filter'
import { z } from 'zod'
import { type Attribute, type Kind, named, type Place, placeOf } from './attributes.ts'
import { readFilter } from './filter.ts'
import { quoted, refused } from './refusals.ts'
import { type Attributes, type Json, readValue, singleValue, withOnePrimary } from './values.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export const ScimPatch = z
  .looseObject({
    schemas: z.array(z.string()),
    Operations: z
      .array(z.looseObject({ op: z.string(), path: z.string().max(8_000).nullable().optional(), value: z.unknown().optional() }))
      .min(1)
      .max(1_000),
  })
  .meta({
    id: 'ScimPatch',
    description: 'As RFC 7644 §3.5.2 says; `op` in any case, with or without `path`',
    example: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] },
  })

/** One change to one attribute. `chosen` picks some of several values. */
export type Operation = { op: 'add' | 'replace' | 'remove'; place: Place; chosen: Filter | null; value: unknown }

/**
 * The changes a PATCH asks for, attribute by attribute, in order. Operations without a path, and those whose values have paths for names, are taken apart. Fails
 * with `invalidSyntax`, `invalidPath`, `mutability`, `noTarget`.
 */
export function readOperations(kind: Kind, { schemas, Operations }: z.infer<typeof ScimPatch>): Operation[] {
  if (!schemas.some((id) => id.toLowerCase() === PATCH.toLowerCase())) throw refused('invalidSyntax', `schemas: ${quoted(PATCH)} is needed`)
  return Operations.flatMap(({ op: given, path, value }) => {
    const op = given.toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw refused('invalidSyntax', `there is no operation ${quoted(given)}: add, replace, remove`)
    if (op !== 'remove' && value === undefined) throw refused('invalidSyntax', `${op} needs a value`)
    if (!path) {
      if (op === 'remove') throw refused('noTarget', 'remove needs a path')
      return withoutPath(kind, op, value, '')
    }
    const extension = Object.keys(kind.extensions).find((id) => id.toLowerCase() === path.toLowerCase())
    if (extension !== undefined && op !== 'remove') return withoutPath(kind, op, value, `${extension}:`)
    if (extension !== undefined)
      return (kind.extensions[extension] ?? []).map((attribute) => ({ op, place: { extension, attribute, sub: null }, chosen: null, value: null }))
    const found = target(kind, path)
    if (!found) throw refused('invalidPath', `there is no attribute ${quoted(path)}`)
    if (isReadOnly(found.place)) throw refused('mutability', `${quoted(path)} is set by the server`)
    return [{ op, ...found, value }]
  })
}

const isReadOnly = ({ attribute, sub }: Place): boolean => attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly'

/** What a value names, as one operation each. As in a resource that is sent whole, names that lead nowhere or to what the server sets are left out. */
function withoutPath(kind: Kind, op: 'add' | 'replace', value: unknown, prefix: string): Operation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused('invalidSyntax', 'an operation without path needs an object for its value')
  return Object.entries(value).flatMap(([name, inner]) => {
    const extension = prefix === '' ? Object.keys(kind.extensions).find((id) => id.toLowerCase() === name.toLowerCase()) : undefined
    if (extension !== undefined) return withoutPath(kind, op, inner, `${extension}:`)
    const found = target(kind, prefix + name)
    return found && !isReadOnly(found.place) ? [{ op, ...found, value: inner }] : []
  })
}

/** Where a path leads: `attribute`, `attribute.sub`, `attribute[filter]` or `attribute[filter].sub`, below a schema's id or not. */
function target(kind: Kind, path: string): Pick<Operation, 'place' | 'chosen'> | null {
  const open = path.indexOf('[')
  const close = path.lastIndexOf(']')
  if (open < 0) {
    const place = placeOf(kind, path)
    return place && { place, chosen: null }
  }
  const rest = path.slice(close + 1)
  if (close < open || !/^(?:\.[\w$]+)?$/.test(rest)) throw refused('invalidPath', `${quoted(path)} is no path`)
  const place = placeOf(kind, path.slice(0, open) + rest)
  if (!place?.attribute.multiValued) return null
  return { place, chosen: comparable(place.attribute, readFilter(path.slice(open + 1, close))) }
}

/** A filter over the values of an attribute, its names and texts in the form `lowered` gives the values. */
function comparable(attribute: Attribute, filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((one) => comparable(attribute, one)) }
  if ('filter' in filter) return { ...filter, filter: comparable(attribute, filter.filter) }
  const part = 'valFilter' in filter ? undefined : named(attribute.subAttributes ?? [], filter.attrPath)
  if (!part || 'valFilter' in filter) throw refused('invalidFilter', `${attribute.name} has no ${quoted(filter.attrPath)}`)
  if (!('compValue' in filter)) return { ...filter, attrPath: part.name }
  const value = filter.compValue === null ? null : singleValue(part, filter.compValue)
  return { ...filter, attrPath: part.name, compValue: (part.caseExact || typeof value !== 'string' ? value : value.toLowerCase()) as string | boolean | null }
}

/** A value of several as a filter sees it. */
const lowered = (attribute: Attribute, value: Json): Json =>
  Object.fromEntries(
    Object.entries(value as Attributes).map(([name, part]) => {
      const isExact = named(attribute.subAttributes ?? [], name)?.caseExact ?? true
      return [name, typeof part === 'string' && !isExact ? part.toLowerCase() : part]
    }),
  )

/** The resource after the operations. What was given stays as it was. Fails with `noTarget`, `invalidValue`. */
export function patched(resource: Attributes, operations: readonly Operation[]): Attributes {
  const after = structuredClone(resource)
  for (const operation of operations) {
    const { extension, attribute } = operation.place
    const inside = extension === null ? after : ((after[extension] ?? {}) as Attributes)
    const value = attribute.multiValued ? severalAfter(inside[attribute.name] as Json[] | undefined, operation) : singleAfter(inside[attribute.name], operation)
    if (value === undefined) delete inside[attribute.name]
    else inside[attribute.name] = value
    if (extension !== null && Object.keys(inside).length) after[extension] = inside
    else if (extension !== null) delete after[extension]
  }
  return after
}

function singleAfter(before: Json | undefined, { op, place: { attribute, sub }, value }: Operation): Json | undefined {
  const given = op === 'remove' ? undefined : sub ? singleValue(sub, value) : readValue(attribute, value)
  if (sub) return withPart(before as Attributes | undefined, sub, given)
  // Of an attribute with parts, those that are named are set.
  return attribute.type === 'complex' && given !== undefined && before !== undefined ? { ...(before as Attributes), ...(given as Attributes) } : given
}

function withPart(before: Attributes | undefined, { name }: Attribute, value: Json | undefined): Attributes | undefined {
  const { [name]: _, ...rest } = before ?? {}
  const after = value === undefined ? rest : { ...rest, [name]: value }
  return Object.keys(after).length ? after : undefined
}

function severalAfter(before: Json[] | undefined, operation: Operation): Json[] | undefined {
  const { op, place, chosen, value } = operation
  const { attribute, sub } = place
  const values = before ?? []
  if (!chosen && !sub) {
    const given = (readValue(attribute, value) ?? []) as Json[]
    if (op === 'replace') return some(given)
    if (op === 'remove') return given.length ? some(values.filter((one) => !given.some((gone) => sameValue(one, gone)))) : undefined
    const rest = values.filter((one) => !given.some((added) => sameValue(one, added)))
    return some(withOnePrimary([...rest, ...given]))
  }
  const isChosen = chosen ? matcher(chosen) : () => true
  const matches = values.map((one) => isChosen(lowered(attribute, one)))
  if (op === 'remove') return some(values.flatMap((one, at) => (!matches[at] ? [one] : sub ? (withPart(one as Attributes, sub, undefined) ?? []) : [])))
  const given = sub ? singleValue(sub, value) : singleValue(attribute, value)
  if (!matches.includes(true)) return some(withOnePrimary([...values, created(operation, given)]))
  const changed = (one: Json) => (sub ? withPart(one as Attributes, sub, given) : { ...(one as Attributes), ...(given as Attributes | undefined) })
  const after = values.flatMap((one, at) => (matches[at] ? (changed(one) ?? []) : [one]))
  // A value that becomes the primary one stands last for a moment, so that it is the one that stays so.
  const setsPrimary = values.map((one, at) => matches[at] && (changed(one) as Attributes | undefined)?.primary === true)
  return some(setsPrimary.includes(true) ? withPrimaryAmong(after, setsPrimary.lastIndexOf(true)) : after)
}

const withPrimaryAmong = (values: Json[], chosen: number): Json[] =>
  values.map((one, at) => (at !== chosen && (one as Attributes).primary === true ? { ...(one as Attributes), primary: false } : one))

const some = (values: Json[]): Json[] | undefined => (values.length ? values : undefined)

/** Two values are the same when `value` and `type` are, else when all they have is. */
function sameValue(one: Json, other: Json): boolean {
  const [a, b] = [one as Attributes, other as Attributes]
  if (a.value === undefined || b.value === undefined) return JSON.stringify(a) === JSON.stringify(b)
  return a.value === b.value && (a.type === b.type || b.type === undefined)
}

/** A value for a filter that none meets, where the filter says what it would be: Entra ID sets `emails[type eq "work"].value` so. */
function created({ place: { attribute, sub }, chosen }: Operation, given: Json | undefined): Json {
  const facts: Attributes = {}
  for (const one of chosen ? (chosen.op === 'and' ? chosen.filters : [chosen]) : []) {
    if (one.op !== 'eq' || one.compValue === null) throw refused('noTarget', `no value of ${attribute.name} is chosen by the path`)
    facts[one.attrPath] = one.compValue
  }
  if (given === undefined) throw refused('noTarget', `no value of ${attribute.name} is chosen by the path`)
  return sub ? { ...facts, [sub.name]: given } : { ...facts, ...(given as Attributes) }
}
