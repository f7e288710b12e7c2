import { z } from 'zod'

/** The same schema, refusing members it does not name, at every depth: what a reply must satisfy. */
export function strictly(schema: z.core.$ZodType): z.ZodType {
  const known = converted.get(schema)
  if (known) return known
  const result = z.lazy(() => build(schema as z.ZodType))
  converted.set(schema, result)
  return result
}

const converted = new WeakMap<z.core.$ZodType, z.ZodType>()

function build(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]) => [name, strictly(inner)]))
    const { catchall } = schema.def
    return catchall && catchall._zod.def.type !== 'never' ? z.object(shape).catchall(catchall) : z.strictObject(shape)
  }
  if (schema instanceof z.ZodArray) return z.array(strictly(schema.element))
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(strictly) as [z.ZodType, ...z.ZodType[]])
  if (schema instanceof z.ZodNullable) return strictly(schema.unwrap()).nullable()
  if (schema instanceof z.ZodOptional) return strictly(schema.unwrap()).optional()
  if (schema instanceof z.ZodDefault) return strictly(schema.unwrap())
  if (schema instanceof z.ZodTuple) return z.tuple(schema.def.items.map(strictly) as [z.ZodType, ...z.ZodType[]])
  if (schema instanceof z.ZodRecord) return z.record(schema.keyType as z.ZodString, strictly(schema.valueType))
  if (schema instanceof z.ZodLazy) return strictly(schema.unwrap())
  if (schema instanceof z.ZodPipe) return strictly(schema.out)
  return schema
}
