import { readSpeechConfig, SpeechConfig, SpeechConfigChange, updateSpeechConfig } from '#domain/speech/config.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, reply, route } from '#http/router.ts'

const path = '/config'
const withTag = <T extends { revision: number }>({ revision, ...config }: T) => ({ config, headers: { etag: `"${revision}"` } })

export const config = createRouter().openapi(
  route({
    method: 'get',
    path,
    operationId: 'getSpeechConfig',
    summary: 'Read the speech-to-text configuration in force',
    access: { who: 'user' },
    responses: { 200: reply(SpeechConfig, 'The configuration, without its key') },
  }),
  async (c) => {
    const { config, headers } = withTag(await readSpeechConfig(c.var.ctx))
    return json(c, config, 200, headers)
  },
)

for (const method of ['put', 'patch'] as const) {
  config.openapi(
    route({
      method,
      path,
      operationId: method === 'put' ? 'updateSpeechConfig' : 'patchSpeechConfig',
      summary: 'Change the speech-to-text configuration',
      access: { who: 'admin' },
      request: { body: body(SpeechConfigChange) },
      responses: { 200: reply(SpeechConfig, 'The configuration, in force from the next request') },
      fails: ['not_found'],
    }),
    async (c) => {
      const { config, headers } = withTag(await updateSpeechConfig(c.var.ctx, c.req.valid('json')))
      return json(c, config, 200, headers)
    },
  )
}
