import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '#runtime/compose.ts'
import { type Deployment, startDeployment, uploadExample } from './local-process.ts'
import { smoke } from './smoke.ts'
import { startUpstream, type Upstream } from './upstream.ts'

/** The smoke list and what only a process has, against one that was started for it. */
export function localSmoke(runtime: 'node' | 'bun'): void {
  let deployment: Deployment
  let upstream: Upstream

  beforeAll(async () => {
    ;[deployment, upstream] = await Promise.all([startDeployment(runtime), startUpstream()])
  })
  afterAll(async () => {
    await Promise.all([deployment?.end(), upstream?.stop()])
  })

  for (const { service, name, run } of smoke)
    test(`${service}: ${name}`, () => run({ api: deployment.api, upstream, upload: (file) => uploadExample(deployment.api, file) }))

  test('each port serves its own service only', async () => {
    const replies = await Promise.all(
      SERVICES.map((service) => fetch(`http://127.0.0.1:${deployment.ports[service]}/api/v1/${service === 'core' ? 'llm' : 'core'}/openapi.json`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
}
