import { useState } from 'react'
import type { Prompt, PromptVersion, RenderedPrompt } from '#web/api/core.gen.ts'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { text as promptWords } from '#web/text/prompts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Empty, Loading } from '#web/ui/page.tsx'
import { PromptField } from '#web/ui/prompt-field.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { inputsOf, PromptInputs } from './prompt-inputs.tsx'

const STALE = ['/core/prompts']

export function Prompts() {
  const { data: prompts, error } = useRead<Prompt[]>('/core/prompts?page_size=500')
  const [editing, setEditing] = useState<Prompt | 'new' | null>(null)
  const end = useChange((id: string) => remove(`/core/prompts/${id}`), STALE)
  const add = (
    <Button variant="primary" onClick={() => setEditing('new')}>
      {words.addPrompt}
    </Button>
  )
  return (
    <div className="grid gap-3">
      {(error ?? end.error) && <FailureNote error={(error ?? end.error) as Error} />}
      {!prompts && !error && <Loading />}
      {prompts?.length === 0 && (
        <Empty title={words.noPrompts} text={words.noPromptsText}>
          {add}
        </Empty>
      )}
      {prompts && prompts.length > 0 && (
        <>
          <div className="flex justify-end">{add}</div>
          <Table
            label={words.prompts}
            head={[
              { text: words.command },
              { text: words.promptTitle },
              { text: words.version, right: true },
              { text: words.state },
              { text: common.more, hidden: true },
            ]}
          >
            {prompts.map((prompt) => (
              <tr key={prompt.id}>
                <Cell className="font-mono text-xs">{prompt.command}</Cell>
                <Cell>
                  {prompt.title}
                  <span className="block max-w-lg truncate text-xs text-muted">{prompt.content}</span>
                </Cell>
                <Cell right>{prompt.version}</Cell>
                <Cell>
                  <Badge tone={prompt.is_enabled ? 'ok' : 'neutral'}>{prompt.is_enabled ? words.on : words.off}</Badge>
                </Cell>
                <Cell right>
                  <RowMenu
                    label={`${common.more}: ${prompt.title}`}
                    items={[
                      { text: common.edit, run: () => setEditing(prompt) },
                      { text: common.delete, danger: true, run: () => end.mutate(prompt.id) },
                    ]}
                  />
                </Cell>
              </tr>
            ))}
          </Table>
        </>
      )}
      {editing && <Editor prompt={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

function Editor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const [command, setCommand] = useState(prompt?.command ?? '/')
  const [title, setTitle] = useState(prompt?.title ?? '')
  const [content, setContent] = useState(prompt?.content ?? '')
  const [isOn, setIsOn] = useState(prompt?.is_enabled ?? true)
  const [known, setKnown] = useState(prompt?.inputs ?? [])
  const inputs = inputsOf(content, known)
  const facts = { command, title, content, inputs, is_enabled: isOn }
  const save = useChange(() => (prompt ? put(`/core/prompts/${prompt.id}`, facts, prompt.revision) : post('/core/prompts', facts)), STALE)
  const at = (param: string) => (save.error?.param === param ? save.error.message : null)
  return (
    <FormDialog
      title={prompt?.title ?? words.addPrompt}
      wide
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!title || !content}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.command}
          required
          className="font-mono"
          value={command}
          error={at('command')}
          onChange={({ target }) => setCommand(target.value)}
        />
        <TextField label={words.promptTitle} required value={title} onChange={({ target }) => setTitle(target.value)} />
      </div>
      <TextAreaField
        label={words.content}
        hint={words.contentHint}
        rows={5}
        required
        value={content}
        error={at('content')}
        onChange={({ target }) => setContent(target.value)}
      />
      {inputs.length > 0 && <PromptInputs inputs={inputs} onChange={setKnown} />}
      <Check label={words.on} checked={isOn} onChange={({ target }) => setIsOn(target.checked)} />
      {prompt && <TryOut prompt={prompt} />}
      {prompt && <Versions prompt={prompt} onRestored={onClose} />}
    </FormDialog>
  )
}

/** The prompt as it reads with its blanks filled in. */
function TryOut({ prompt }: { prompt: Prompt }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const render = useChange(() => post<RenderedPrompt>(`/core/prompts/${prompt.id}/render`, { variables: values }), [])
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-3">
      <div className="flex flex-wrap items-end gap-2">
        {prompt.inputs.map((input) => (
          <PromptField
            key={input.name}
            input={input}
            value={values[input.name] ?? String(input.default ?? '')}
            onChange={(value) => setValues({ ...values, [input.name]: value })}
          />
        ))}
        <Button onClick={() => render.mutate(undefined)}>{words.tryIt}</Button>
      </div>
      {render.error && <FailureNote error={render.error} />}
      {render.data && <p className="text-sm">{render.data.content}</p>}
    </div>
  )
}

function Versions({ prompt, onRestored }: { prompt: Prompt; onRestored: () => void }) {
  const { data: versions } = useRead<PromptVersion[]>(`/core/prompts/${prompt.id}/history?page_size=50`)
  const restore = useChange((version: number) => post(`/core/prompts/${prompt.id}/history/${version}/restore`), STALE)
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">{words.versions}</summary>
      {restore.error && <FailureNote error={restore.error} />}
      <ol className="mt-2 grid gap-2">
        {versions?.map(({ version, content, created_at }) => (
          <li key={version} className="grid grid-cols-[32px_1fr_auto_auto] items-start gap-2">
            <span className="tabular-nums text-muted">{version}</span>
            <span className="min-w-0 whitespace-pre-wrap">{content}</span>
            <span className="text-xs text-muted">
              <Time at={created_at} />
            </span>
            {version === prompt.version ? (
              <Badge>{promptWords.current}</Badge>
            ) : (
              <Button size="small" disabled={restore.isPending} onClick={() => restore.mutate(version, { onSuccess: onRestored })}>
                {promptWords.restore}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
