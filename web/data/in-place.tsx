import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#web/api/failure.ts'
import { get, put, useChange } from '#web/api/paths.ts'
import type { Description } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Textarea } from '#web/ui/field.tsx'
import { useSource } from './use-source.ts'

type Editable = 'description' | 'synonyms'
const textOf = (described: Description, field: Editable): string => (field === 'synonyms' ? described.synonyms.join(', ') : described.description)
const partsOf = (text: string, field: Editable) =>
  field === 'synonyms'
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : text

/**
 * Text that is edited where it stands: Enter saves, Escape reverts. It is saved at the revision that was read; when somebody else changed it meanwhile both
 * texts are shown and nothing is lost.
 */
export function InPlace({ described, field, name, small = false }: { described: Description; field: Editable; name: string; small?: boolean }) {
  const { mayEdit } = useSource()
  const [draft, setDraft] = useState<string | null>(null)
  const [base, setBase] = useState(described)
  const [theirs, setTheirs] = useState<Description | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const save = useChange(
    (at: Description) => put<Description>(`/semantic/descriptions/${described.id}`, { [field]: partsOf(draft ?? '', field) }, at.revision),
    ['/semantic/descriptions'],
  )
  const text = textOf(described, field)
  useEffect(() => {
    if (draft === null && wasOpen.current) button.current?.focus()
    if (draft !== null && !wasOpen.current) box.current?.focus()
    wasOpen.current = draft !== null
  }, [draft])
  if (!mayEdit) return <p className={small ? 'text-xs' : 'text-sm'}>{text || <span className="text-muted">{small ? '–' : words.noDescription}</span>}</p>
  if (draft === null)
    return (
      <button
        ref={button}
        type="button"
        onClick={() => {
          setBase(described)
          setDraft(text)
        }}
        className={`-mx-1 max-w-full rounded px-1 text-left hover:bg-sunken ${small ? 'text-xs' : 'text-sm'} ${text ? '' : 'text-muted'}`}
      >
        <span className="sr-only">
          {common.edit} {name}:{' '}
        </span>
        {text || (small ? '–' : words.noDescription)}
      </button>
    )
  const close = () => {
    setDraft(null)
    setTheirs(null)
    save.reset()
  }
  const commit = (at: Description) => {
    if (draft === textOf(at, field)) return close()
    save.mutate(at, {
      onSuccess: close,
      onError: async (error) => {
        if (error instanceof ApiFailure && error.status === 412) setTheirs(await get<Description>(`/semantic/descriptions/${described.id}`))
      },
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      commit(theirs ?? base)
    }
  }
  return (
    <div className="grid w-full gap-1.5">
      <Textarea
        ref={box}
        aria-label={name}
        rows={small ? 1 : Math.max(1, Math.ceil(draft.length / 90))}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => !theirs && !(relatedTarget instanceof HTMLButtonElement) && commit(base)}
        className={small ? 'text-xs' : undefined}
      />
      {save.error && !theirs && save.error.status !== 412 && <FailureNote error={save.error} />}
      {theirs && (
        <div role="alert" className="grid gap-2 rounded-md bg-warn-soft p-2 text-sm">
          <p className="font-medium text-warn">{words.conflict}</p>
          <p>
            <span className="text-xs text-muted">{words.conflictTheirs}</span> {textOf(theirs, field)}
          </p>
          <p>
            <span className="text-xs text-muted">{words.conflictMine}</span> {draft}
          </p>
          <div className="flex gap-2">
            <Button size="small" onClick={() => commit(theirs)}>
              {words.conflictKeepMine}
            </Button>
            <Button size="small" onClick={close}>
              {words.conflictTakeTheirs}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
