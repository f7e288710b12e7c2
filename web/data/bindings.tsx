import { type FormEvent, useState } from 'react'
import type { Model } from '#web/api/core.gen.ts'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import type { DatasourceModel } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { useSource } from './use-source.ts'

/** The models that answer from a data source. */
export function Bindings() {
  const { source, mayEdit } = useSource()
  const { data: bound } = useRead<DatasourceModel[]>(`/semantic/datasourcemodels?datasource_id=${source.id}&page_size=500`)
  const { data: models } = useRead<Model[]>('/core/models?page_size=500')
  const [chosen, setChosen] = useState('')
  const stale = ['/semantic/datasourcemodels', '/core/models']
  const bind = useChange(() => post('/semantic/datasourcemodels', { datasource_id: source.id, model_id: chosen }), stale)
  const unbind = useChange((id: string) => remove(`/semantic/datasourcemodels/${id}`), stale)
  const isReady = source.last_extraction_at !== null
  const free = models?.filter(({ id, type }) => type === 'custom' && !bound?.some(({ model_id }) => model_id === id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    bind.mutate(undefined, { onSuccess: () => setChosen('') })
  }
  return (
    <div className="grid gap-3">
      {bound?.length === 0 && <p className="text-sm text-muted">{words.noModels}</p>}
      <ul className="divide-y divide-line text-sm">
        {bound?.map(({ id, model_id }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="truncate">{models?.find((model) => model.id === model_id)?.name ?? model_id}</span>
            {mayEdit && (
              <Button size="small" variant="ghost" onClick={() => unbind.mutate(id)}>
                {common.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && free && free.length > 0 && (
        <form className="flex items-end gap-2" onSubmit={submit}>
          <div className="flex-1">
            <SelectField
              label={words.bind}
              value={chosen}
              disabled={!isReady}
              hint={isReady ? undefined : words.bindBlocked}
              onChange={({ target }) => setChosen(target.value)}
            >
              <option value="" />
              {free.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <Button type="submit" disabled={!chosen || bind.isPending}>
            {common.add}
          </Button>
        </form>
      )}
      {(bind.error ?? unbind.error) && <FailureNote error={(bind.error ?? unbind.error) as Error} />}
    </div>
  )
}
