import { type Attribute, COMMON, type Kind, named, placeOf } from './attributes.ts'
import { quoted, refused } from './refusals.ts'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
/** A resource's attributes under their own names; those of an extension below its id. */
export type Attributes = Record<string, Json>

const LONGEST = 4_000
const MOST_VALUES = 200

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A value as its attribute takes it, its parts under their own names; undefined where there is none (null, or an empty list: RFC 7643 §2.5). Taken as clients send
 * them: `"False"` is false, a bare text is the `value` of an attribute with parts, one object is a list of one. Fails with `invalidValue`.
 */
export function readValue(attribute: Attribute, value: unknown): Json | undefined {
  if (value === null || value === undefined) return undefined
  if (!attribute.multiValued) return singleValue(attribute, value)
  const all = Array.isArray(value) ? value : [value]
  if (all.length > MOST_VALUES) throw refused('invalidValue', `${attribute.name}: at most ${MOST_VALUES} values`)
  const kept = all.map((one) => singleValue(attribute, one)).filter((one) => one !== undefined)
  return kept.length ? withOnePrimary(kept) : undefined
}

/** A value of an attribute that has one, or one of several. */
export function singleValue(attribute: Attribute, value: unknown): Json | undefined {
  if (value === null || value === undefined) return undefined
  if (attribute.type === 'boolean') return flagOf(attribute, value)
  if (attribute.type === 'complex') return partsOf(attribute, value)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw refused('invalidValue', `${attribute.name}: a text is needed`)
  if (value.length > LONGEST) throw refused('invalidValue', `${attribute.name}: at most ${LONGEST} characters`)
  return value
}

function flagOf({ name }: Attribute, value: unknown): boolean {
  const flag = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value
  if (typeof flag !== 'boolean') throw refused('invalidValue', `${name}: true or false is needed, not ${quoted(value)}`)
  return flag
}

function partsOf(attribute: Attribute, value: unknown): Json | undefined {
  const parts = attribute.subAttributes ?? []
  const given = typeof value === 'string' && named(parts, 'value') ? { value } : value
  if (!isObject(given)) throw refused('invalidValue', `${attribute.name}: an object is needed`)
  const kept: Attributes = {}
  for (const [name, inner] of Object.entries(given)) {
    const part = named(parts, name)
    const found = part && part.mutability !== 'readOnly' ? singleValue(part, inner) : undefined
    if (part && found !== undefined) kept[part.name] = found
  }
  return Object.keys(kept).length ? kept : undefined
}

const isPrimary = (value: Json): boolean => isObject(value) && value.primary === true

/** At most one value is the primary one: the last that says so (RFC 7643 §2.4, RFC 7644 §3.5.2). */
export function withOnePrimary(values: Json[]): Json[] {
  const last = values.findLastIndex(isPrimary)
  return values.map((value, at) => (at < last && isPrimary(value) ? { ...(value as Attributes), primary: false } : value))
}

/**
 * The attributes of a resource as it was sent, whatever the case of their names. What no schema knows, and what only the server sets, is left out, as RFC 7644
 * §3.3 has it. Fails with `invalidValue`.
 */
export function attributesOf(kind: Kind, body: Record<string, unknown>): Attributes {
  const kept: Attributes = {}
  for (const [name, value] of Object.entries(body)) {
    const extension = Object.keys(kind.extensions).find((id) => id.toLowerCase() === name.toLowerCase())
    if (extension !== undefined) {
      for (const [inner, given] of Object.entries(isObject(value) ? value : {})) put(kept, extension, named(kind.extensions[extension] ?? [], inner), given)
      continue
    }
    const place = name.toLowerCase().startsWith('urn:') ? placeOf(kind, name) : null
    if (place && !place.sub) put(kept, place.extension, place.attribute, value)
    else put(kept, null, named([...COMMON, ...kind.attributes], name), value)
  }
  return kept
}

function put(kept: Attributes, extension: string | null, attribute: Attribute | undefined, value: unknown): void {
  if (!attribute || attribute.mutability === 'readOnly') return
  const found = readValue(attribute, value)
  if (found === undefined) return
  if (extension === null) kept[attribute.name] = found
  else kept[extension] = { ...((kept[extension] as Attributes | undefined) ?? {}), [attribute.name]: found }
}
