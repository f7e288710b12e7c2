import { type Kind, type Place, placeOf } from './attributes.ts'
import type { Attributes, Json } from './values.ts'

/** Which attributes a reply is to have (RFC 7644 §3.9). */
export type Wanted = { attributes?: string | undefined; excludedAttributes?: string | undefined }

const ALWAYS = ['schemas', 'id']

const placesIn = (kind: Kind, text: string): Place[] =>
  text
    .split(',')
    .slice(0, 100)
    .flatMap((path) => placeOf(kind, path.trim()) ?? [])

/** A resource with the attributes that are asked for alone, or without those that are not wanted. Names that lead nowhere are passed over; the id is always there. */
export function projected(kind: Kind, resource: Attributes, { attributes, excludedAttributes }: Wanted): Attributes {
  if (attributes) return only(resource, kind, attributes)
  return excludedAttributes ? without(resource, placesIn(kind, excludedAttributes)) : resource
}

/** Whether a reply is to have a top-level attribute, for those that cost a query. */
export function wants(kind: Kind, name: string, { attributes, excludedAttributes }: Wanted): boolean {
  if (attributes) return placesIn(kind, attributes).some(({ attribute }) => attribute.name === name)
  return !placesIn(kind, excludedAttributes ?? '').some(({ attribute, sub }) => attribute.name === name && !sub)
}

function only(resource: Attributes, kind: Kind, text: string): Attributes {
  const kept: Attributes = {}
  for (const name of ALWAYS) if (resource[name] !== undefined) kept[name] = resource[name]
  for (const id of Object.keys(kind.extensions)) {
    if (text.toLowerCase().split(',').includes(id.toLowerCase()) && resource[id] !== undefined) kept[id] = resource[id]
  }
  for (const { extension, attribute, sub } of placesIn(kind, text)) {
    const from = (extension === null ? resource : resource[extension]) as Attributes | undefined
    const value = from?.[attribute.name]
    if (value === undefined) continue
    if (extension !== null && kept[extension] === undefined) kept[extension] = {}
    const into = extension === null ? kept : (kept[extension] as Attributes)
    into[attribute.name] = sub ? merged(into[attribute.name], parts(value, sub.name)) : value
  }
  return kept
}

const pick = (value: Json, name: string): Attributes => {
  const part = (value as Attributes)[name]
  return part === undefined ? {} : { [name]: part }
}
const parts = (value: Json, name: string): Json => (Array.isArray(value) ? value.map((one) => pick(one, name)) : pick(value, name))

/** `name.givenName,name.familyName` asks for both. */
function merged(before: Json | undefined, more: Json): Json {
  if (before === undefined) return more
  if (Array.isArray(before) && Array.isArray(more)) return before.map((one, at) => ({ ...(one as Attributes), ...(more[at] as Attributes) }))
  return { ...(before as Attributes), ...(more as Attributes) }
}

function without(resource: Attributes, places: Place[]): Attributes {
  const kept: Attributes = { ...resource }
  for (const { extension, attribute, sub } of places) {
    if (attribute.returned === 'always') continue
    if (extension !== null && kept[extension] === undefined) continue
    const holder: Attributes = extension === null ? kept : { ...(kept[extension] as Attributes) }
    const value = holder[attribute.name]
    if (sub && value !== undefined) holder[attribute.name] = Array.isArray(value) ? value.map((one) => omit(one, sub.name)) : omit(value, sub.name)
    else delete holder[attribute.name]
    if (extension !== null) kept[extension] = holder
  }
  return kept
}

function omit(value: Json, name: string): Json {
  const { [name]: _, ...rest } = value as Attributes
  return rest
}
