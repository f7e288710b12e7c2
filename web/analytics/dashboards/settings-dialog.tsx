import { useState } from 'react'
import { text as charts } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { duration } from '#web/ui/formats.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'
import type { Board } from './board.ts'

const EVERY = [0, 30, 60, 300, 900, 3600]

export function SettingsDialog({ board, onSave, onClose }: { board: Board; onSave: (change: Partial<Board>) => void; onClose: () => void }) {
  const [title, setTitle] = useState(board.title)
  const [description, setDescription] = useState(board.description)
  const [every, setEvery] = useState(board.refresh_seconds)
  const submit = () => {
    onSave({ title: title.trim(), description, refresh_seconds: every })
    onClose()
  }
  return (
    <FormDialog title={text.settings} open onClose={onClose} onSubmit={submit} busy={false} error={null} action={common.done} disabled={title.trim() === ''}>
      <TextField label={charts.titleLabel} required maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
      <TextAreaField label={charts.description} rows={3} maxLength={4000} value={description} onChange={({ target }) => setDescription(target.value)} />
      <SelectField label={text.autoRefresh} value={every} onChange={({ target }) => setEvery(Number(target.value))}>
        {[...new Set([...EVERY, board.refresh_seconds])]
          .toSorted((a, b) => a - b)
          .map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? text.noRefresh : text.everySeconds(seconds < 60 ? duration(seconds * 1000) : text.minutes(seconds / 60))}
            </option>
          ))}
      </SelectField>
    </FormDialog>
  )
}
