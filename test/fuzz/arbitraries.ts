import fc from 'fast-check'
import { z } from 'zod'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}

const AWKWARD = [
  '',
  ' ',
  '\u0000',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '\ud800',
  '𝕏é',
  '%00',
  '{{user}}',
  '-1',
  '1e999',
  'a'.repeat(5000),
]

/** Values of a JSON schema, most of them valid, ids drawn from `known` where a member's name asks for one. */
export function valuesOf(schema: z.ZodType, known: Record<string, string[]>): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  return arbitrary(root, root, known, '', 0)
}

function arbitrary(schema: Schema, root: Schema, known: Record<string, string[]>, name: string, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null)
  if (schema.$ref) {
    const target = schema.$ref === '#' ? root : root.$defs?.[schema.$ref.split('/').at(-1) ?? '']
    return target ? arbitrary(target, root, known, name, depth + 1) : fc.jsonValue()
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches?.length) return fc.oneof(...branches.map((branch) => arbitrary(branch, root, known, name, depth + 1)))
  if (schema.allOf?.[0]) return arbitrary(schema.allOf[0], root, known, name, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const members = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, arbitrary(inner, root, known, key, depth + 1)] as const)
    if (!members.length) {
      const value =
        typeof schema.additionalProperties === 'object' ? arbitrary(schema.additionalProperties, root, known, name, depth + 1) : fc.jsonValue({ maxDepth: 2 })
      return fc.dictionary(fc.stringMatching(/^[a-z_]{1,10}$/), value, { maxKeys: 4 })
    }
    return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
  }
  if (type === 'array') {
    const item = schema.items ? arbitrary(schema.items, root, known, name, depth + 1) : fc.jsonValue({ maxDepth: 1 })
    return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) })
  }
  if (type === 'integer') return fc.integer({ min: Math.max(schema.minimum ?? -1000, -1_000_000), max: Math.min(schema.maximum ?? 1000, 1_000_000) })
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'string') {
    const ids = known[name.replace(/s$/, '')]
    const text = fc.oneof(fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 30, 30) }), fc.constantFrom(...AWKWARD))
    if (ids?.length) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: text })
    if (schema.format === 'email') return fc.emailAddress()
    if (schema.format === 'date-time')
      return fc.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') }).map((date) => date.toISOString())
    if (schema.pattern && schema.pattern.length < 120) return fc.oneof(text, safelyMatching(schema.pattern))
    return text
  }
  return fc.jsonValue({ maxDepth: 2 })
}

function safelyMatching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  } catch {
    return fc.string()
  }
}

/** One member set to something it should not be, one added, or one removed. */
export const broken = (value: unknown): fc.Arbitrary<unknown> =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? fc.jsonValue()
    : fc
        .tuple(
          fc.constantFrom('replace', 'add', 'remove', 'whole'),
          fc.constantFrom(...Object.keys(value), 'x'),
          fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(...AWKWARD)),
        )
        .map(([how, key, other]) => {
          const copy: Record<string, unknown> = { ...value }
          if (how === 'whole') return other
          if (how === 'remove') delete copy[key]
          else if (how === 'replace') copy[key] = other
          else Object.defineProperty(copy, key === 'x' ? '__proto__' : `${key}_`, { value: other, enumerable: true })
          return copy
        })

export const awkwardText = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 60 }))
