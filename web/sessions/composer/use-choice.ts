import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Model } from '#web/api/core.gen.ts'
import { queries, queryOf } from '#web/api/queries.ts'

const KEPT = 'querent.model'
const MODELS = queryOf('model', 'GET /core/models', { query: { page_size: 100 } })

export type Choice = {
  models: Model[]
  /** Absent until the models are known, and where there is none. */
  model: Model | undefined
  /** The model, once the models are known. */
  settled: () => Promise<Model | undefined>
  chooseModel: (name: string) => void
  /** One of the model's data sources; all of them when absent. Choosing one of another model chooses that model too. */
  datasourceId: string | undefined
  chooseSource: (id: string | undefined) => void
}

/** Which model is asked, and of which of its data sources: the session's, else the one asked last, else the first that has data. */
export function useChoice(named: string | null | undefined, of?: string): Choice {
  const { data: models = [] } = useQuery(MODELS)
  const [chosen, setChosen] = useState<string | null>(null)
  const [source, setSource] = useState(of)
  const names = [chosen, named, localStorage.getItem(KEPT)]
  const model = chosenOf(models, names)
  return {
    models: models.filter((one) => one.is_enabled),
    model,
    settled: async () => model ?? chosenOf(await queries.ensureQueryData(MODELS), names),
    chooseModel: (name) => {
      localStorage.setItem(KEPT, name)
      setChosen(name)
      setSource(undefined)
    },
    datasourceId: source && model?.datasource_ids.includes(source) ? source : undefined,
    chooseSource: (id) => {
      setSource(id)
      // Another model's data is asked of that model.
      const answering =
        id && !model?.datasource_ids.includes(id) ? models.find(({ is_enabled, datasource_ids }) => is_enabled && datasource_ids.includes(id)) : undefined
      if (!answering) return
      localStorage.setItem(KEPT, answering.name)
      setChosen(answering.name)
    },
  }
}

function chosenOf(models: Model[], names: (string | null | undefined)[]): Model | undefined {
  const usable = models.filter((one) => one.is_enabled)
  const [wanted] = names.flatMap((name) => usable.find((one) => one.name === name || one.id === name) ?? [])
  return wanted ?? usable.find(({ datasource_ids }) => datasource_ids.length > 0) ?? usable[0]
}

/** The data sources a question would be put to. */
export const sourcesOf = ({ model, datasourceId }: Choice): string[] => (datasourceId ? [datasourceId] : (model?.datasource_ids ?? []))
