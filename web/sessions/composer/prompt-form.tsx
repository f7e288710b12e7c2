import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Prompt } from '#web/api/core.gen.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PromptField } from '#web/ui/prompt-field.tsx'
import { renderPrompt } from './render-prompt.ts'

type PromptFormProps = { prompt: Prompt; onReady: (question: string) => void; onCancel: () => void }

/** The variables of a prompt. What it says with them is put into the composer, to be read before it is sent. */
export function PromptForm({ prompt, onReady, onCancel }: PromptFormProps) {
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(prompt.inputs.flatMap(({ name, default: usual = null }) => (usual === null ? [] : [[name, String(usual)]]))),
  )
  const [error, setError] = useState<unknown>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  async function fill(event: FormEvent) {
    event.preventDefault()
    try {
      const { content } = await renderPrompt(prompt, values)
      onReady(content)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <form
      ref={form}
      aria-label={prompt.title}
      onSubmit={fill}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      className="absolute inset-x-0 bottom-full z-10 mb-1 grid gap-3 rounded-lg border border-line bg-raised p-3 shadow-high"
    >
      <p className="text-sm">
        <span className="font-medium">{prompt.command}</span> <span className="text-muted">{prompt.title}</span>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {prompt.inputs.map((input) => (
          <PromptField
            key={input.name}
            input={input}
            value={values[input.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [input.name]: value }))}
          />
        ))}
      </div>
      {error !== null && <FailureNote error={error} />}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {text.usePrompt}
        </Button>
      </div>
    </form>
  )
}
