import { useState } from 'react'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import type { LearnedPhrase } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useSource } from './use-source.ts'

const STALE = ['/semantic/learned-phrases', '/semantic/verified-queries', '/semantic/descriptions']

/** What people chose where a question of theirs was asked back about, for who may edit the source. */
export function Learned() {
  const { source } = useSource()
  const { data: phrases } = useRead<LearnedPhrase[]>(`/semantic/learned-phrases?datasource_id=${source.id}&sort=times&order=desc&page_size=100`)
  const [editing, setEditing] = useState<LearnedPhrase | null>(null)
  const accept = useChange(({ id }: LearnedPhrase) => post(`/semantic/learned-phrases/${id}/accept`), STALE)
  const share = useChange(({ id, revision, is_shared }: LearnedPhrase) => put(`/semantic/learned-phrases/${id}`, { is_shared: !is_shared }, revision), STALE)
  const forget = useChange(({ id }: LearnedPhrase) => remove(`/semantic/learned-phrases/${id}`), STALE)
  const error = accept.error ?? share.error ?? forget.error
  if (!phrases?.length) return null
  return (
    <Section title={words.learned}>
      <p className="mb-3 text-sm text-muted">{words.learnedText}</p>
      {error && <FailureNote error={error} />}
      <Table
        label={words.learned}
        head={[
          { text: words.learnedPhrase },
          { text: words.learnedMeaning },
          { text: words.times, right: true },
          { text: words.learnedLast },
          { text: common.more, hidden: true },
        ]}
      >
        {phrases.map((phrase) => (
          <tr key={phrase.id}>
            <Cell className="font-medium">{phrase.phrase}</Cell>
            <Cell>
              {phrase.meaning} {phrase.is_shared && <Badge tone="accent">{words.learnedShared}</Badge>}
            </Cell>
            <Cell right>{count(phrase.times)}</Cell>
            <Cell>
              <Time at={phrase.updated_at} />
            </Cell>
            <Cell right>
              <RowMenu
                label={common.more}
                items={[
                  { text: phrase.is_shared ? words.unshareLearned : words.shareLearned, run: () => share.mutate(phrase) },
                  { text: phrase.kind === 'word' ? words.toSynonym : words.toVerified, run: () => accept.mutate(phrase) },
                  { text: common.edit, run: () => setEditing(phrase) },
                  { text: common.delete, danger: true, run: () => forget.mutate(phrase) },
                ]}
              />
            </Cell>
          </tr>
        ))}
      </Table>
      {editing && <PhraseEditor phrase={editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

/** The words of a choice, and what they mean. */
export function PhraseEditor({ phrase, onClose }: { phrase: LearnedPhrase; onClose: () => void }) {
  const [said, setSaid] = useState(phrase.phrase)
  const [meaning, setMeaning] = useState(phrase.meaning)
  const save = useChange(() => put(`/semantic/learned-phrases/${phrase.id}`, { phrase: said, meaning }, phrase.revision), STALE)
  return (
    <FormDialog
      title={common.edit}
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!said || !meaning}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <TextField label={words.learnedPhrase} required value={said} onChange={({ target }) => setSaid(target.value)} />
      <TextField label={words.learnedMeaning} required value={meaning} onChange={({ target }) => setMeaning(target.value)} />
    </FormDialog>
  )
}
