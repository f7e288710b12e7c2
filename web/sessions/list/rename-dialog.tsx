import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { type ApiFailure, asFailure } from '#web/api/failure.ts'
import type { Session } from '#web/api/llm.gen.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'

export function RenameDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [title, setTitle] = useState(session.title)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiFailure | null>(null)
  async function save() {
    setBusy(true)
    try {
      await call('PATCH /llm/sessions/{session_id}', { path: { session_id: session.id }, body: { title: title.trim() } })
      await queries.invalidateQueries({ queryKey: ['session'] })
      onClose()
    } catch (failure) {
      setError(asFailure(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog title={text.rename} open onClose={onClose} onSubmit={() => void save()} busy={busy} error={error} disabled={title.trim() === ''}>
      <TextField label={text.name} required maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
    </FormDialog>
  )
}
