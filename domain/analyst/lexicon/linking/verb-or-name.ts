import type { Token } from '#domain/analyst/language/tokens.ts'

/** "How many sales did each seller make in May": a verb, whatever else cars have a make. */
export function isVerbOfMaking(tokens: Token[], at: number): boolean {
  const isAsked = tokens.slice(Math.max(0, at - 5), at).some(({ lower }) => ['did', 'does', 'do'].includes(lower))
  const next = tokens[at + 1]
  return tokens[at]?.lower === 'make' && isAsked && (next === undefined || next.kind === 'sign' || ['in', 'on', 'during', 'over', 'since'].includes(next.lower))
}

/** "…, order Y from low to high" and "I want to rank the y-axis in descending order" tell how to sort, whatever else orders and ranks are. */
export function isOfSorting(tokens: Token[], at: number): boolean {
  const verb = tokens[at]?.lower
  if (verb === 'order' && /^(?:asc|desc|ascending|descending|alphabetical)$/.test(tokens[at - 1]?.lower ?? '')) return true
  if ((verb !== 'order' && verb !== 'rank') || !sortBeginnings.has(tokens[at - 1]?.lower ?? '')) return false
  const behind = tokens.slice(at + 1, at + 8).map(({ lower }) => lower)
  return (verb === 'order' && behind[0] === 'by') || sortingWay.test(behind.join(' '))
}

const sortBeginnings = new Set(['', ',', '.', '?', ';', 'and', 'to', 'you', 'please', 'then'])
const sortingWay = /^(?:(?:in|by|from|the|total|number|of|results?|them|it) )*(?:[xy]|asc|desc|ascending|descending|low|high|lowest|highest|smallest|largest)\b/

/** "The number of orders" counts what the data source calls invoices or purchases, where "most recent orders first" sorts. */
export function isOfOrders(tokens: Token[], from: number, to: number): boolean {
  const [before, noun] = [tokens[from - 1]?.lower ?? '', tokens[from]?.lower ?? '']
  if (to !== from + 1) return false
  return /^(?:order|purchase)s$/.test(noun) ? ordersBehind.has(before) : /^(?:order|purchase|visit)$/.test(noun) && /^(?:an?|any)$/.test(before)
}

const ordersBehind = new Set('of many total most fewest more fewer any no without their his her all placed made'.split(' '))
