import { z } from 'zod'

/**
 * The core metadata of Open Semantic Interchange, now Apache Ossie (incubating), version 0.2.0.dev0: `core-spec/osi-schema.json` of github.com/apache/ossie.
 * What is written keeps to it strictly; what is read may be of another version and hold more.
 */
export const OSI_VERSION = '0.2.0.dev0'
export const VENDOR = 'QUERENT'

const aiContext = z.union([
  z.string(),
  z.looseObject({ instructions: z.string().optional(), synonyms: z.array(z.string()).optional(), examples: z.array(z.string()).optional() }),
])
const extensions = z.array(z.looseObject({ vendor_name: z.string(), data: z.string() })).optional()
const expression = z.looseObject({ dialects: z.array(z.looseObject({ dialect: z.string(), expression: z.string() })).min(1) })
const name = z.string().min(1).max(256)
const more = { description: z.string().optional(), ai_context: aiContext.optional(), custom_extensions: extensions }

const OsiField = z.looseObject({
  name,
  expression,
  dimension: z.looseObject({ is_time: z.boolean().optional() }).optional(),
  label: z.string().optional(),
  datatype: z.string().optional(),
  ...more,
})
const OsiDataset = z.looseObject({
  name,
  source: z.string(),
  primary_key: z.array(z.string()).optional(),
  unique_keys: z.array(z.array(z.string())).optional(),
  fields: z.array(OsiField).max(2000).optional(),
  ...more,
})
const OsiRelationship = z.looseObject({ name, from: name, to: name, from_columns: z.array(name).min(1), to_columns: z.array(name).min(1), ...more })
const OsiMetric = z.looseObject({ name, expression, datatype: z.string().optional(), ...more })

export const OsiDocument = z.looseObject({
  version: z.string(),
  semantic_model: z
    .array(
      z.looseObject({
        name,
        datasets: z.array(OsiDataset).min(1).max(5000),
        relationships: z.array(OsiRelationship).max(5000).optional(),
        metrics: z.array(OsiMetric).max(1000).optional(),
        ...more,
      }),
    )
    .min(1),
})
export type OsiDocument = z.infer<typeof OsiDocument>
export type OsiMetric = z.infer<typeof OsiMetric>
export type OsiDataset = z.infer<typeof OsiDataset>

/** What an object carries that the format has no member for. */
export const extensionOf = (data: object) => [{ vendor_name: VENDOR, data: JSON.stringify(data) }]

/** Our own extension of an object, if it has one that can be read. */
export function ownExtension(of: { custom_extensions?: { vendor_name: string; data: string }[] | undefined }): Record<string, unknown> | null {
  const own = of.custom_extensions?.find((extension) => extension.vendor_name === VENDOR)
  if (!own) return null
  try {
    const data: unknown = JSON.parse(own.data)
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : null
  } catch {
    return null
  }
}
