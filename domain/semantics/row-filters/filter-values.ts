import type { Actor } from '../../access/actor.ts'
import type { FilterValue } from '../semantic-query.ts'

const TEMPLATE = /^\{\{\s*user\.(?:(id|email)|attributes\.([\w-]{1,64}))\s*\}\}$/

/** Whether a value is written as something of the caller's, rightly or not. */
export const isTemplate = (value: FilterValue): boolean => typeof value === 'string' && value.includes('{{')
export const isKnownTemplate = (value: FilterValue): boolean => typeof value === 'string' && TEMPLATE.test(value)

/** Values with `{{user.…}}` replaced by what the caller has; a list counts as its items. Null when he has no such thing: then no row may be seen. */
export function valuesFor(actor: Actor, values: readonly FilterValue[]): FilterValue[] | null {
  const found = values.map((value) => (isTemplate(value) ? callersValues(actor, String(value)) : [value]))
  return found.some((list) => list.length === 0) ? null : found.flat()
}

function callersValues(actor: Actor, template: string): FilterValue[] {
  const parts = TEMPLATE.exec(template)
  if (!parts || actor.type !== 'user') return []
  const [, own, attribute = ''] = parts
  if (own === 'id') return [actor.userId]
  if (own === 'email') return [actor.email]
  const value = Object.hasOwn(actor.attributes, attribute) ? actor.attributes[attribute] : undefined
  return value === undefined || value === null ? [] : [value].flat()
}
