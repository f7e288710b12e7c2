import { useState } from 'react'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import type { VerifiedQuery } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Empty, Loading } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { Learned } from './learned.tsx'
import { Unmatched } from './unmatched.tsx'
import { useSource } from './use-source.ts'

const STALE = ['/semantic/verified-queries']

export function Verified() {
  const { source, mayEdit } = useSource()
  const { data: verified, error } = useRead<VerifiedQuery[]>(`/semantic/verified-queries?datasource_id=${source.id}&page_size=500`)
  const [editing, setEditing] = useState<VerifiedQuery | 'new' | null>(null)
  const end = useChange((id: string) => remove(`/semantic/verified-queries/${id}`), STALE)
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setEditing('new')}>
      {words.addVerified}
    </Button>
  )
  return (
    <div className="grid gap-4">
      {error && <FailureNote error={error} />}
      {!verified && !error && <Loading />}
      {verified?.length === 0 && (
        <Empty title={words.noVerified} text={words.noVerifiedText}>
          {add}
        </Empty>
      )}
      {verified && verified.length > 0 && (
        <>
          <div>{add}</div>
          <Table
            label={words.tabs.verified}
            head={[{ text: words.question }, { text: words.sql }, { text: words.verifiedBy }, { text: common.more, hidden: true }]}
          >
            {verified.map((one) => (
              <tr key={one.id}>
                <Cell>
                  {one.question}
                  {one.is_orphaned && <Badge tone="bad">{words.orphaned}</Badge>}
                </Cell>
                <Cell className="max-w-md">
                  <code className="line-clamp-2 font-mono text-xs text-muted">{one.sql ?? JSON.stringify(one.query)}</code>
                </Cell>
                <Cell>
                  <Time at={one.verified_at} />
                </Cell>
                <Cell right>
                  {mayEdit && (
                    <RowMenu
                      label={common.more}
                      items={[
                        { text: common.edit, run: () => setEditing(one) },
                        { text: common.delete, danger: true, run: () => end.mutate(one.id) },
                      ]}
                    />
                  )}
                </Cell>
              </tr>
            ))}
          </Table>
        </>
      )}
      {end.error && <FailureNote error={end.error} />}
      {mayEdit && <Learned />}
      {mayEdit && <Unmatched />}
      {editing && <Editor verified={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

function Editor({ verified, onClose }: { verified: VerifiedQuery | null; onClose: () => void }) {
  const { source } = useSource()
  const [question, setQuestion] = useState(verified?.question ?? '')
  const [sql, setSql] = useState(verified?.sql ?? '')
  const save = useChange(
    () =>
      verified
        ? put(`/semantic/verified-queries/${verified.id}`, { question, ...(verified.sql === null ? {} : { sql }) }, verified.revision)
        : post('/semantic/verified-queries', { datasource_id: source.id, question, sql }),
    STALE,
  )
  return (
    <FormDialog
      title={verified ? common.edit : words.addVerified}
      wide
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!question}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <TextField label={words.question} required value={question} onChange={({ target }) => setQuestion(target.value)} />
      {(!verified || verified.sql !== null) && (
        <TextAreaField
          label={words.sql}
          required
          rows={10}
          spellCheck={false}
          className="font-mono text-xs"
          value={sql}
          onChange={({ target }) => setSql(target.value)}
        />
      )}
    </FormDialog>
  )
}
