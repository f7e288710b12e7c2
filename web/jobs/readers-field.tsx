import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text as words } from '#web/text/jobs.ts'
import { text as sharing } from '#web/text/sharing.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Picker } from '#web/ui/picker.tsx'

const FOUND = 50
const KNOWN = 500

/** The people who are told by mail, by their names. */
export function ReadersField({ ids, onChange, error }: { ids: string[]; onChange: (ids: string[]) => void; error: string | null }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data: known } = useQuery(queryOf('user', 'GET /core/people', { query: { page_size: KNOWN } }))
  const { data: found } = useQuery(queryOf('user', 'GET /core/people', { query: { page_size: FOUND, ...(q ? { q } : {}) } }))
  const [picked, setPicked] = useState<Record<string, string>>({})
  const nameOf = (id: string) => picked[id] ?? known?.find((person) => person.id === id)?.name ?? id
  const options = (found ?? []).filter(({ id }) => !ids.includes(id)).map(({ id, name }) => ({ id, label: name }))
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium">{words.mailTo}</legend>
      {ids.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <li key={id} className="flex items-center gap-1 rounded-md bg-sunken py-0.5 pr-0.5 pl-2 text-sm">
              {nameOf(id)}
              <IconButton label={words.mailNoMore(nameOf(id))} onClick={() => onChange(ids.filter((one) => one !== id))}>
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Picker
        label={words.mailTo}
        placeholder={words.addReader}
        none={sharing.nobody}
        options={options}
        value={null}
        onType={setTyped}
        isInvalid={error !== null}
        onPick={(id) => {
          setPicked({ ...picked, [id]: options.find((option) => option.id === id)?.label ?? id })
          onChange([...ids, id])
        }}
      />
      <p className="text-xs text-muted">{words.mailHint}</p>
    </fieldset>
  )
}
