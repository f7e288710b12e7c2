/**
 * zod as Workers bundle it (see [alias] in wrangler.toml): without what nothing here reads, the reading of JSON Schema and the messages in some fifty
 * languages, which esbuild keeps for the sake of `z.locales`.
 */

export * from '../node_modules/zod/v4/classic/checks.js'
export * as coerce from '../node_modules/zod/v4/classic/coerce.js'
export * from '../node_modules/zod/v4/classic/compat.js'
export * from '../node_modules/zod/v4/classic/errors.js'
export { input, output } from '../node_modules/zod/v4/classic/in-out.js'
export * as iso from '../node_modules/zod/v4/classic/iso.js'
export { ZodISODate, ZodISODateTime, ZodISODuration, ZodISOTime } from '../node_modules/zod/v4/classic/iso.js'
export * from '../node_modules/zod/v4/classic/parse.js'
export * from '../node_modules/zod/v4/classic/schemas.js'
export {
  $brand,
  $input,
  $output,
  clone,
  compile,
  config,
  flattenError,
  formatError,
  getDiscriminatedOption,
  globalRegistry,
  INVALID,
  memoizer,
  NEVER,
  prettifyError,
  regexes,
  registry,
  TimePrecision,
  toZod,
  treeifyError,
  util,
  withParser,
  ZodCompileAsyncError,
  ZodCompileUnsupportedError,
} from '../node_modules/zod/v4/core/index.js'
export { toJSONSchema } from '../node_modules/zod/v4/core/json-schema-processors.js'
export * as z from './worker-zod.js'
export * as default from './worker-zod.js'
