import { call, open } from '#web/api/client.ts'

/** The music shop that ships with the project, as a file of this build. */
const address = new URL('../../examples/chinook.sqlite', import.meta.url).href
const NAME = 'Music shop'
const MODEL = 'music-analyst'

/**
 * Uploads the sample, connects it, reads its tables, and makes a model that answers from it; `onStep` is told each of the four steps. Answers the
 * model's name. Where a model of that name is there already it is taken as it is.
 */
export async function addSample(onStep: (step: number) => void): Promise<string> {
  const [there] = (await call('GET /core/models', { query: { q: MODEL } })).filter(({ name }) => name === MODEL)
  if (there) return there.name
  onStep(0)
  const file = await (await fetch(address)).blob()
  const form = new FormData()
  form.append('file', file, 'chinook.sqlite')
  const { id: file_id } = await call('POST /semantic/files', { body: form })
  onStep(1)
  const source = await call('POST /semantic/datasources', { body: { name: NAME, type: 'sqlite', connection: { file_id } } })
  onStep(2)
  const extraction = await call('POST /semantic/semanticextractions', { body: { datasource_id: source.id } })
  await (await open('GET /semantic/semanticextractions/{extraction_id}/events', { path: { extraction_id: extraction.id } })).text()
  onStep(3)
  const model = await call('POST /core/models', { body: { name: MODEL, base_model_id: 'builtin' } })
  await call('POST /semantic/datasourcemodels', { body: { datasource_id: source.id, model_id: model.id } })
  return model.name
}
