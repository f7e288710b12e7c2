import type { Service } from '#domain/context.ts'
import type { Api } from '../api.ts'
import type { Upstream } from '../upstream.ts'

/** What the list runs against. */
export type Bench = {
  api: Api
  upstream: Upstream
  /** Uploads a file of `examples/` and answers its id. */
  upload(name: string): Promise<string>
}

export type Smoke = { service: Service; name: string; run(bench: Bench): Promise<void> }
