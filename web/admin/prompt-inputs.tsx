import type { PromptInput } from '#web/api/core.gen.ts'
import { useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/prompts.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'

const VARIABLE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g

/** How each variable of a text is filled in, as it is known so far. */
export function inputsOf(content: string, known: readonly PromptInput[]): PromptInput[] {
  const names = [...new Set(Array.from(content.matchAll(VARIABLE), ([, name]) => name ?? ''))]
  return names.map((name) => known.find((one) => one.name === name) ?? { name, type: 'text', label: null, default: null, choices: [], datasource_id: null })
}

type PromptInputsProps = { inputs: PromptInput[]; onChange: (inputs: PromptInput[]) => void }

/** The variables of a prompt: the type, the words and the usual value of each. */
export function PromptInputs({ inputs, onChange }: PromptInputsProps) {
  const { data: sources } = useRead<Datasource[]>(inputs.some(({ type }) => type === 'measure') ? '/semantic/datasources?page_size=500&sort=name' : null)
  const change = (name: string, facts: Partial<PromptInput>) => onChange(inputs.map((input) => (input.name === name ? { ...input, ...facts } : input)))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">{words.blanks}</legend>
      <p className="text-xs text-muted">{words.blanksHint}</p>
      {inputs.map((input) => (
        <fieldset key={input.name} className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-3">
          <legend className="px-1 font-mono text-xs">{`{{${input.name}}}`}</legend>
          <SelectField
            label={words.type}
            value={input.type}
            onChange={({ target }) => change(input.name, { type: target.value as PromptInput['type'], choices: [], default: null, datasource_id: null })}
          >
            {Object.entries(words.types).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <TextField
            label={words.label}
            placeholder={input.name}
            value={input.label ?? ''}
            onChange={({ target }) => change(input.name, { label: target.value || null })}
          />
          <TextField
            label={words.usual}
            {...(input.type === 'date' ? { hint: words.dateHint } : {})}
            value={String(input.default ?? '')}
            onChange={({ target }) => change(input.name, { default: target.value || null })}
          />
          {input.type === 'choice' && (
            <div className="sm:col-span-3">
              <TextField
                label={words.choices}
                hint={words.choicesHint}
                defaultValue={input.choices?.join(', ')}
                onChange={({ target }) => change(input.name, { choices: target.value.split(',').flatMap((one) => one.trim() || []) })}
              />
            </div>
          )}
          {input.type === 'measure' && (
            <SelectField
              label={words.source}
              value={input.datasource_id ?? ''}
              onChange={({ target }) => change(input.name, { datasource_id: target.value || null })}
            >
              <option value="">{words.anySource}</option>
              {sources?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </fieldset>
      ))}
    </fieldset>
  )
}
