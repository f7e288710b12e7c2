import { type OpenAiServer, type Recorded, startOpenAiServer } from '#test/openai-server.ts'
import { type Deployment, startDeployment, uploadExample } from '#test/runtimes/local-process.ts'

/** A deployment with the sample connected, as its clients meet it. */
export type Place = {
  /** The LLM service's base URL. */
  llm: string
  key: string
  deployment: Deployment
  /** A model over the sample, answered by the built-in analyst. */
  model: string
  datasource: string
  /** A model without data, answered by a provider with these replies. */
  vendor(...replies: Recorded[]): Promise<{ model: string; provider: OpenAiServer }>
  end(): Promise<void>
}

/** Starts the five services on `runtime` and walks the set-up over HTTP. */
export async function openPlace(runtime: 'node' | 'bun'): Promise<Place> {
  const deployment = await startDeployment(runtime, { LOG: 'off' })
  const { api, ports } = deployment
  const providers: OpenAiServer[] = []

  async function made(service: 'core' | 'semantic', line: string, body: object): Promise<any> {
    const reply = await api.call(service, line, { body })
    if (reply.status >= 300) throw new Error(`${line}: ${reply.status} ${reply.text}`)
    return reply.body
  }

  async function vendor(...replies: Recorded[]): Promise<{ model: string; provider: OpenAiServer }> {
    const provider = await startOpenAiServer(replies)
    providers.push(provider)
    const name = `vendor-${providers.length}`
    const { id } = await made('core', 'POST /providers', { name, kind: 'openai-compatible', base_url: provider.baseUrl, api_key: 'sk-clients' })
    await made('core', 'POST /models', { name, provider_id: id, upstream: 'gpt-4o-mini' })
    return { model: name, provider }
  }

  const file_id = await uploadExample(api, 'chinook.sqlite')
  const { datasource_id } = await made('semantic', 'POST /datasources', { name: 'Music shop', type: 'sqlite', connection: { file_id } })
  const extraction = await made('semantic', 'POST /semanticextractions', { datasource_id })
  for (let status = ''; status !== 'completed'; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    status = (await api.call('semantic', `GET /semanticextractions/${extraction.id}`)).body.status
    if (status === 'failed') throw new Error('the extraction failed')
  }
  const [builtin] = (await api.call('core', 'GET /models?q=builtin')).body
  await made('core', 'POST /models', { name: 'music', base_model_id: builtin.id, datasource_ids: [datasource_id] })
  return {
    llm: `http://127.0.0.1:${ports.llm}/api/v1/llm`,
    key: api.adminKey,
    deployment,
    model: 'music',
    datasource: datasource_id,
    vendor,
    end: async () => {
      await Promise.all([deployment.end(), ...providers.map((provider) => provider.close())])
    },
  }
}
