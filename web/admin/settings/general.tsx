import { useState } from 'react'
import { text as words } from '#web/text/settings.ts'
import { TextField } from '#web/ui/field.tsx'
import { lockOf, PartForm, type PartProps, useSaving } from './form.tsx'

/** What the deployment is called. */
export function General({ settings }: PartProps) {
  const [name, setName] = useState(settings.name)
  const saving = useSaving(settings)
  const { disabled, told } = lockOf(settings, 'name')
  return (
    <PartForm title={words.general} about={words.nameHint} saving={saving} change={() => ({ name: name.trim() || null })}>
      <TextField
        label={words.name}
        hint={told}
        error={saving.error?.param === 'name' ? saving.error.message : null}
        maxLength={64}
        disabled={disabled}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </PartForm>
  )
}
