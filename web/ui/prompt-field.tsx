import { useId } from 'react'
import type { PromptInput } from '#web/api/core.gen.ts'
import { useRead } from '#web/api/paths.ts'
import type { Measure } from '#web/api/semantic.gen.ts'
import { text } from '#web/text/prompts.ts'
import { Field, Input, SelectField, TextField } from './field.tsx'

type PromptFieldProps = { input: PromptInput; value: string; onChange: (value: string) => void }

/** The control of one variable of a prompt, by its type. */
export function PromptField({ input, value, onChange }: PromptFieldProps) {
  const { name, type, choices = [], default: usual = null, datasource_id = null } = input
  const shared = { label: input.label ?? name, value, required: usual === null }
  if (type === 'choice') {
    return (
      <SelectField {...shared} onChange={({ target }) => onChange(target.value)}>
        {!choices.includes(value) && <option value="">{value === '' ? '' : value}</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    )
  }
  if (type === 'measure') return <MeasureField {...shared} datasourceId={datasource_id} onChange={onChange} />
  // A day may be said in a word too, which a date control does not take.
  const isWord = type === 'date' && /^[a-z]+$/.test(value)
  const control = type === 'number' ? { type: 'number', step: 'any' } : { type: type === 'date' && !isWord ? 'date' : 'text' }
  return (
    <TextField
      {...shared}
      {...control}
      {...(type === 'date' ? { hint: text.dateHint } : {})}
      onFocus={() => isWord && onChange('')}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type MeasureFieldProps = { label: string; value: string; required: boolean; datasourceId: string | null; onChange: (value: string) => void }

/** What is measured, with the measures the reader may see to choose from. */
function MeasureField({ label, datasourceId, onChange, ...rest }: MeasureFieldProps) {
  const list = useId()
  const { data: measures } = useRead<Measure[]>(datasourceId ? `/semantic/measures?datasource_id=${datasourceId}&page_size=500` : null)
  return (
    <Field label={label}>
      {(ids) => (
        <>
          <Input {...ids} {...rest} list={list} onChange={({ target }) => onChange(target.value)} />
          <datalist id={list}>
            {measures?.map(({ id, name, title }) => (
              <option key={id} value={title || name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
