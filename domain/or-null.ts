import { z } from 'zod'

/**
 * A shape of its own name, or null. In the OpenAPI documents `.nullable()` would make the named shape itself null where it is met first, and lose the null of
 * a recursive one.
 */
export const orNull = <Shape extends z.ZodType>(shape: Shape) => z.union([shape, z.null()])
