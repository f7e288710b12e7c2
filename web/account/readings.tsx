import { useState } from 'react'
import { useMe } from '#web/api/me.ts'
import { remove, useChange, useRead } from '#web/api/paths.ts'
import type { Datasource, LearnedPhrase } from '#web/api/semantic.gen.ts'
import { PhraseEditor } from '#web/data/learned.tsx'
import { text as words } from '#web/text/account.ts'
import { text as common } from '#web/text/controls.ts'
import { text as data } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count } from '#web/ui/formats.ts'
import { Empty, Loading, Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'

/** What the reader chose where his questions were asked back about, of all data sources. */
export function Readings() {
  const me = useMe()
  const { data: phrases, error } = useRead<LearnedPhrase[]>(`/semantic/learned-phrases?chosen_by=${me?.id ?? ''}&sort=updated_at&order=desc&page_size=500`)
  const { data: sources = [] } = useRead<Datasource[]>('/semantic/datasources?page_size=500')
  const [editing, setEditing] = useState<LearnedPhrase | null>(null)
  const forget = useChange(({ id }: LearnedPhrase) => remove(`/semantic/learned-phrases/${id}`), ['/semantic/learned-phrases'])
  const mayEdit = ({ datasource_id }: LearnedPhrase) => sources.some(({ id, level }) => id === datasource_id && level !== 'view')
  const failure = error ?? forget.error
  return (
    <Section title={words.tabs.readings}>
      <p className="mb-3 text-sm text-muted">{words.readingsText}</p>
      {failure && <FailureNote error={failure} />}
      {!phrases && !error && <Loading />}
      {phrases?.length === 0 && <Empty title={words.noReadings} />}
      {phrases && phrases.length > 0 && (
        <Table
          label={words.tabs.readings}
          head={[
            { text: data.learnedPhrase },
            { text: data.learnedMeaning },
            { text: words.source },
            { text: data.times, right: true },
            { text: data.learnedLast },
            { text: common.more, hidden: true },
          ]}
        >
          {phrases.map((phrase) => (
            <tr key={phrase.id}>
              <Cell className="font-medium">{phrase.phrase}</Cell>
              <Cell>
                {phrase.meaning} {phrase.is_shared && <Badge tone="accent">{data.learnedShared}</Badge>}
              </Cell>
              <Cell>{sources.find(({ id }) => id === phrase.datasource_id)?.name}</Cell>
              <Cell right>{count(phrase.times)}</Cell>
              <Cell>
                <Time at={phrase.updated_at} />
              </Cell>
              <Cell right>
                {(mayEdit(phrase) || !phrase.is_shared) && (
                  <RowMenu
                    label={common.more}
                    items={[
                      ...(mayEdit(phrase) ? [{ text: common.edit, run: () => setEditing(phrase) }] : []),
                      { text: common.delete, danger: true, run: () => forget.mutate(phrase) },
                    ]}
                  />
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {editing && <PhraseEditor phrase={editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}
