import module from 'node:module'

/** A package of ES modules whose `exports` are 180 kB of JSON. */
const LARGE = '/node_modules/drizzle-orm/'

/**
 * Node reads the whole `exports` of a package anew for each of its files, though a path relative to one of them does not depend on it: 0.4 s of processor
 * time at each start for this one. Such paths are resolved here; Node before 22.15 has no hook for it.
 */
module.registerHooks?.({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes(LARGE) && context.conditions.includes('import')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
