import type { Datasource } from '#web/api/semantic.gen.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import type { Service } from './service.ts'

/** The data source an argument names, by its id or its whole name. Fails with the names there are. */
export async function sourceNamed(service: Service, named: string): Promise<Datasource> {
  if (named.startsWith('ds_')) return service.call('GET /semantic/datasources/{datasource_id}', { path: { datasource_id: named } })
  const found = await service.call('GET /semantic/datasources', { query: { q: named, page_size: 100 } })
  const [source, second] = found.filter(({ name }) => name.toLowerCase() === named.toLowerCase())
  if (source && !second) return source
  if (second) throw new CommandFailure(EXIT.notFound, `two data sources are called ${named}`, 'name it by its id: `querent sources list`')
  throw new CommandFailure(EXIT.notFound, `there is no data source ${named}`, '`querent sources list` tells those there are')
}

/** The model to ask: the given one, `QUERENT_MODEL`, or the only one over data there is. Fails with the names to choose from. */
export async function modelNamed(service: Service, given: string | undefined): Promise<string> {
  if (given) return given
  const models = await service.call('GET /core/models', { query: { type: 'custom', is_enabled: true, page_size: 100 } })
  const [model, second] = models.map(({ name }) => name)
  if (model && !second) return model
  if (!model) throw new CommandFailure(EXIT.usage, 'there is no model over data to ask', '`querent sources add <file or URL> --model <name>` makes one')
  throw new CommandFailure(EXIT.usage, 'which model?', `--model or QUERENT_MODEL, one of: ${models.map(({ name }) => name).join(', ')}`)
}
