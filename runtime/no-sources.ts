import { Failure } from '#domain/failure.ts'
import type { Sources } from '#domain/semantics/sources/source.ts'

async function refuse(): Promise<never> {
  throw new Failure('source_unavailable_here', 'this deployment has no query runner', {
    hint: 'run the services on a machine of your own with QUERY_RUNNER_PORT, and set QUERY_RUNNER_URL here to it',
  })
}

/** PNGs where nothing can make them; SVGs are drawn here. */
export const noPictures = refuse

/** The port to data where nothing can run a query. */
export const noSources: Sources = { serves: () => false, validate: refuse, introspect: refuse, profile: refuse, query: refuse }
