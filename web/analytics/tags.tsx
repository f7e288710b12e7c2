import { X } from 'lucide-react'
import { useState } from 'react'
import type { Chart, Dashboard } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { type ApiFailure, asFailure } from '#web/api/failure.ts'
import type { Line } from '#web/api/operations.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { text as common } from '#web/text/controls.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { useSearchChange } from './use-search-change.ts'

const anyCall = call as (line: Line, input: object) => Promise<unknown>

/** The tags of one thing in a list: each narrows the list to those that bear it. */
export function TagList({ tags }: { tags: string[] }) {
  const change = useSearchChange()
  return (
    <span className="relative flex flex-wrap gap-1 empty:hidden">
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          onClick={() => change({ tag })}
          aria-label={text.tagged(tag)}
          className="h-5 max-w-40 truncate rounded-full border border-line bg-sunken px-2 text-xs text-muted hover:border-line-strong hover:text-text"
        >
          {tag}
        </button>
      ))}
    </span>
  )
}

/** The tag a list is narrowed to. */
export function TagChosen({ tag }: { tag: string | undefined }) {
  const change = useSearchChange()
  if (tag === undefined) return null
  return (
    <button
      type="button"
      onClick={() => change({ tag: undefined })}
      aria-label={text.untag(tag)}
      className="inline-flex h-8 items-center gap-1 rounded-full border border-accent px-3 text-sm text-accent"
    >
      <span className="max-w-40 truncate">{tag}</span>
      <X size={13} aria-hidden="true" />
    </button>
  )
}

/** Changes the tags of a chart or dashboard, written with commas between them. */
export function TagsDialog({ kind, object, onClose }: { kind: 'chart' | 'dashboard'; object: Chart | Dashboard; onClose: () => void }) {
  const [typed, setTyped] = useState(object.tags.join(', '))
  const [error, setError] = useState<ApiFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit() {
    const tags = [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '')
    setBusy(true)
    setError(null)
    try {
      await anyCall(`PATCH /analytics/${kind}s/{${kind}_id}` as Line, { path: { [`${kind}_id`]: object.id }, body: { tags } })
      await queries.invalidateQueries({ queryKey: [kind] })
      onClose()
    } catch (reason) {
      setError(asFailure(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={text.tagsOf(object.title)}
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      busy={isBusy}
      error={error}
      action={common.save}
      disabled={false}
    >
      <TextField label={text.tags} hint={text.tagsHint} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </FormDialog>
  )
}
