import { useQuery } from '@tanstack/react-query'
import { Users, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { AccessWay } from '#web/api/core.gen.ts'
import { get, post, query, remove } from '#web/api/paths.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sharing.ts'
import { Button, IconButton } from './button.tsx'
import { FailureNote } from './failure-note.tsx'
import { Select } from './field.tsx'
import { Picker } from './picker.tsx'

export type Level = AccessWay['level']
type SharingProps = {
  /** The object's own path, such as `/analytics/charts/cht_…`: below it access is told and shares are given. */
  path: string
  /** Whether the reader may share it; others are only told that they may not. */
  owns: boolean
  /** What each level that can be given lets one do. */
  levels?: Partial<Record<Level, string>>
}

/** Who has access to an object, by which way, and a way to give it to people and groups. */
export function Sharing({ path, owns, levels = text.levels }: SharingProps) {
  if (!owns) return <p className="text-sm text-muted">{text.notYours}</p>
  return <Shares path={path} levels={levels} />
}

function Shares({ path, levels }: { path: string; levels: Partial<Record<Level, string>> }) {
  const key = ['share', path]
  const { data: ways, error: unread } = useQuery({ queryKey: key, queryFn: ({ signal }) => get<AccessWay[]>(`${path}/access?page_size=500`, signal) })
  const [who, setWho] = useState<{ id: string; label: string } | null>(null)
  const [level, setLevel] = useState<Level>('view')
  const [error, setError] = useState<unknown>(null)
  const attempt = (work: () => Promise<unknown>) => {
    setError(null)
    void work()
      .catch(setError)
      .finally(() => void queries.invalidateQueries({ queryKey: key }))
  }
  const give = (kind: string, id: string, to: Level) => post(`${path}/share/${kind}`, { [`${kind}_id`]: id, level: to })
  const held = Map.groupBy(ways ?? [], ({ principal_type, principal_id }) => `${principal_type} ${principal_id}`)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-48 flex-1">
          <PrincipalPicker chosen={who} onPick={setWho} />
        </div>
        <LevelSelect label={text.access} levels={levels} value={level} onChange={setLevel} />
        <Button
          variant="primary"
          disabled={!who}
          onClick={() => {
            const [kind = '', id = ''] = who?.id.split(' ') ?? []
            attempt(() => give(kind, id, level).then(() => setWho(null)))
          }}
        >
          {text.share}
        </Button>
      </div>
      {(error ?? unread) && <FailureNote error={error ?? unread} />}
      <ul aria-label={text.title} className="divide-y divide-line text-sm">
        {[...held].map(([principal, its]) => (
          <Holder
            key={principal}
            ways={its}
            levels={levels}
            onLevel={(kind, id, to) => attempt(() => give(kind, id, to))}
            onRemove={(kind, id) => attempt(() => remove(`${path}/share/${kind}${query({ [`${kind}_id`]: id })}`))}
          />
        ))}
      </ul>
    </div>
  )
}

type HolderProps = {
  ways: AccessWay[]
  levels: Partial<Record<Level, string>>
  onLevel: (kind: string, id: string, level: Level) => void
  onRemove: (kind: string, id: string) => void
}

function Holder({ ways, levels, onLevel, onRemove }: HolderProps) {
  const [first] = ways
  if (!first) return null
  const { principal_type: kind, principal_id: id, name, is_active } = first
  const share = ways.find(({ through }) => through === 'share')
  const others = ways.filter((way) => way !== share)
  return (
    <li className="flex min-h-11 items-center gap-3 py-1.5">
      <span aria-hidden="true" className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-xs font-medium text-muted">
        {kind === 'user' ? name.charAt(0).toUpperCase() : <Users size={14} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{kind === 'everyone' ? text.everyone : name}</span>
        <span className="block text-xs text-muted">
          {[
            ...(is_active ? [] : [text.inactive]),
            ...others.map(({ through, through_name, level }) => text.ways[through](through_name ?? '', text.levels[level])),
            ...(others.length === 0 && kind !== 'user' ? [text.kinds[kind]] : []),
          ].join(' · ')}
        </span>
      </span>
      {share && kind !== 'everyone' && (
        <>
          <LevelSelect label={text.accessOf(name)} levels={levels} value={share.level} onChange={(level) => onLevel(kind, id, level)} />
          <IconButton label={text.takeFrom(name)} onClick={() => onRemove(kind, id)}>
            <X size={14} />
          </IconButton>
        </>
      )}
    </li>
  )
}

type LevelSelectProps = { label: string; levels: Partial<Record<Level, string>>; value: Level; onChange: (level: Level) => void }
const LevelSelect = ({ label, levels, value, onChange }: LevelSelectProps) => (
  <Select aria-label={label} value={value} onChange={({ target }) => onChange(target.value as Level)}>
    {Object.entries({ ...(levels[value] === undefined ? { [value]: text.levels[value] } : {}), ...levels }).map(([level, words]) => (
      <option key={level} value={level}>
        {words}
      </option>
    ))}
  </Select>
)

/** People and groups, found by their names as they are typed. */
function PrincipalPicker({ chosen, onPick }: { chosen: { id: string; label: string } | null; onPick: (one: { id: string; label: string }) => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const search = { page_size: 20, ...(q ? { q } : {}) }
  const { data: people } = useQuery(queryOf('user', 'GET /core/people', { query: search }))
  const { data: groups } = useQuery(queryOf('group', 'GET /core/groups', { query: search }))
  const found = [
    ...(groups ?? []).map(({ id, name }) => ({ id: `group ${id}`, label: name, group: text.groups })),
    ...(people ?? []).map(({ id, name }) => ({ id: `user ${id}`, label: name, group: text.people })),
  ]
  const options = chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found
  return (
    <Picker
      label={text.shareWith}
      placeholder={text.shareWith}
      none={text.nobody}
      options={options}
      value={chosen?.id ?? null}
      onType={setTyped}
      onPick={(id) => {
        const one = options.find((option) => option.id === id)
        if (one) onPick({ id, label: one.label })
      }}
    />
  )
}
