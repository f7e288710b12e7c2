import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Database } from 'lucide-react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '#web/ui/menu.tsx'
import type { Choice } from './use-choice.ts'

const TRIGGER = 'inline-flex h-7 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted hover:bg-selected hover:text-text'

/** Which model answers, and which of its data sources it answers from. */
export const ChoiceMenus = (choice: Choice) => (
  <div className="flex min-w-0 items-center gap-0.5">
    <ModelMenu {...choice} />
    <SourceMenu {...choice} />
  </div>
)

function ModelMenu({ models, model, chooseModel }: Choice) {
  if (!model) return null
  const groups = [
    { label: text.customModels, models: models.filter(({ type }) => type === 'custom') },
    { label: text.providerModels, models: models.filter(({ type }) => type === 'provider') },
  ]
  return (
    <Menu
      side="top"
      label={text.model}
      className="max-w-80"
      trigger={
        <button type="button" aria-label={`${text.model}: ${model.name}`} className={TRIGGER}>
          <span className="truncate">{model.name}</span>
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      }
    >
      {groups.map(
        (group) =>
          group.models.length > 0 && (
            <div key={group.label}>
              <MenuLabel>{group.label}</MenuLabel>
              {group.models.map((one) => (
                <MenuItem
                  key={one.id}
                  isChosen={one.id === model.id}
                  onSelect={() => chooseModel(one.name)}
                  hint={one.id === model.id ? undefined : text.sourcesOf(one.datasource_ids.length)}
                >
                  {one.name}
                </MenuItem>
              ))}
            </div>
          ),
      )}
    </Menu>
  )
}

function SourceMenu({ models, model, datasourceId, chooseSource }: Choice) {
  const { data: sources } = useQuery(queryOf('datasource', 'GET /semantic/datasources', { query: { page_size: 500 } }))
  const bound = sources?.filter(({ id }) => model?.datasource_ids.includes(id)) ?? []
  const others = sources?.filter(({ id }) => !bound.some((one) => one.id === id) && models.some(({ datasource_ids }) => datasource_ids.includes(id))) ?? []
  if (bound.length + others.length === 0) return null
  const chosen = bound.find(({ id }) => id === datasourceId)
  const shown = chosen?.name ?? (bound.length === 1 ? bound[0]?.name : bound.length === 0 ? text.chooseSource : text.allSources)
  return (
    <Menu
      side="top"
      label={text.dataSource}
      className="max-w-80"
      trigger={
        <button type="button" aria-label={`${text.dataSource}: ${shown}`} className={TRIGGER}>
          <Database size={13} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{shown}</span>
          <ChevronDown size={13} aria-hidden="true" className="shrink-0" />
        </button>
      }
    >
      {bound.length > 1 && (
        <MenuItem isChosen={!chosen} onSelect={() => chooseSource(undefined)}>
          {text.allSources}
        </MenuItem>
      )}
      {bound.map(({ id, name, tables_count }) => (
        <MenuItem
          key={id}
          isChosen={id === chosen?.id || bound.length === 1}
          onSelect={() => chooseSource(bound.length === 1 ? undefined : id)}
          hint={id === chosen?.id || bound.length === 1 ? undefined : text.tables(tables_count)}
        >
          {name}
        </MenuItem>
      ))}
      {bound.length > 0 && others.length > 0 && <MenuLine />}
      {others.map(({ id, name, tables_count }) => (
        <MenuItem key={id} onSelect={() => chooseSource(id)} hint={text.tables(tables_count)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
