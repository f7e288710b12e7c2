import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditCheckpoint, AuditLog, AuditVerification, User } from '#web/api/core.gen.ts'
import { get, open, type Page, query, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { count, currentLocale, duration } from '#web/ui/formats.ts'
import { Empty, Loading } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'

const TONES = { success: 'neutral', denied: 'warn', failure: 'bad' } as const
type Sought = { q?: string; type?: string; actor_id?: string; resource_type?: string; outcome?: string; from?: string; to?: string; page?: number }
/** Kinds of objects entries are about. */
const KINDS =
  'user group api_key signin model provider prompt job webhook budget session completion chart dashboard datasource extraction row_filter measure verified_query file transcription settings deployment'.split(
    ' ',
  )

/** The moment a day begins or ends here, as the API takes it. */
const instant = (day: string | undefined, end = false): string | undefined =>
  day ? new Date(`${day}T${end ? '23:59:59.999' : '00:00'}`).toISOString() : undefined

const day = (at: string): string => new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(new Date(at))

export function Audit() {
  const navigate = useNavigate()
  const sought = useSearch({ strict: false }) as Sought
  const page = sought.page ?? 1
  const seek = (change: Sought) => void navigate({ to: '.', search: { ...sought, page: 1, ...change }, replace: true })
  const filters = {
    q: sought.q,
    type: sought.type,
    actor_id: sought.actor_id,
    resource_type: sought.resource_type,
    outcome: sought.outcome,
    from: instant(sought.from),
    to: instant(sought.to, true),
  }
  const { data, error } = useRead<Page<AuditLog>>(`/core/audit-logs/paginated${query({ ...filters, page, page_size: 50 })}`)
  const { data: users } = useRead<User[]>('/core/users?page_size=500')
  const [shown, setShown] = useState<AuditLog | null>(null)
  const { data: checkpoints } = useRead<AuditCheckpoint[]>('/core/audit-logs/checkpoints?page_size=500')
  const [latest] = checkpoints ?? []
  const verify = useChange(() => get<AuditVerification>('/core/audit-logs/verify'), [])
  const save = useChange(async (format: 'csv' | 'ndjson') => {
    const response = await open('GET', `/core/audit-logs/export${query({ ...filters, format })}`)
    saveFile(await response.blob(), `audit-logs.${format}`)
  }, [])
  const who = (entry: AuditLog) => users?.find(({ id }) => id === entry.actor.user_id)?.name ?? entry.actor.user_id ?? words.system
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-44">
          <TextField
            label={common.search}
            type="search"
            defaultValue={sought.q}
            onBlur={({ target }) => target.value !== (sought.q ?? '') && seek({ q: target.value })}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && seek({ q: currentTarget.value })}
          />
        </div>
        <div className="w-44">
          <TextField
            label={words.kindOfEntry}
            placeholder="datasource.shared"
            defaultValue={sought.type}
            onBlur={({ target }) => seek({ type: target.value })}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && seek({ type: currentTarget.value })}
          />
        </div>
        <div className="w-44">
          <SelectField label={words.who} value={sought.actor_id ?? ''} onChange={({ target }) => seek({ actor_id: target.value })}>
            <option value="">{common.all}</option>
            {users?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <SelectField label={words.target} value={sought.resource_type ?? ''} onChange={({ target }) => seek({ resource_type: target.value })}>
          <option value="">{common.all}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.outcome} value={sought.outcome ?? ''} onChange={({ target }) => seek({ outcome: target.value })}>
          <option value="">{common.all}</option>
          {Object.entries(words.outcomes).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <div className="flex gap-2">
          <TextField label={words.from} type="date" value={sought.from ?? ''} onChange={({ target }) => seek({ from: target.value })} />
          <TextField label={words.to} type="date" value={sought.to ?? ''} onChange={({ target }) => seek({ to: target.value })} />
        </div>
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          <Button onClick={() => verify.mutate(undefined)} disabled={verify.isPending}>
            {words.checkChain}
          </Button>
          <Button onClick={() => save.mutate('csv')} disabled={save.isPending}>
            {words.exportCsv}
          </Button>
          <Button onClick={() => save.mutate('ndjson')} disabled={save.isPending}>
            {words.exportJson}
          </Button>
        </div>
      </div>
      <div aria-live="polite">
        {verify.data && (
          <p className={`rounded-md px-3 py-2 text-sm ${verify.data.valid ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}`}>
            {verify.data.valid ? words.chainHolds(count(verify.data.entries)) : words.chainBroken(count(verify.data.broken.length))}
            {verify.data.forgotten > 0 && ` ${words.chainForgotten(count(verify.data.forgotten))}`}
            {verify.data.redacted > 0 && ` ${words.chainRedacted(count(verify.data.redacted))}`}
          </p>
        )}
      </div>
      {latest && <p className="text-sm text-muted">{words.forgottenUntil(day(latest.until_at), count(checkpoints?.length ?? 0))}</p>}
      {(error ?? verify.error ?? save.error) && <FailureNote error={(error ?? verify.error ?? save.error) as Error} />}
      {!data && !error && <Loading rows={8} />}
      {data?.items.length === 0 && <Empty title={words.noEntries} />}
      {data && data.items.length > 0 && (
        <Table
          label={words.tabs.audit}
          head={[
            { text: words.when },
            { text: words.who },
            { text: words.what },
            { text: words.target },
            { text: words.outcome },
            { text: words.status, right: true },
            { text: words.took, right: true },
            { text: words.ip },
            { text: common.more, hidden: true },
          ]}
        >
          {data.items.map((entry) => (
            <tr key={entry.id}>
              <Cell>
                <Time at={entry.at} />
              </Cell>
              <Cell>{who(entry)}</Cell>
              <Cell className="font-mono text-xs">{entry.type}</Cell>
              <Cell className="max-w-52 truncate font-mono text-xs text-muted">{entry.resource.id ?? entry.resource.type}</Cell>
              <Cell>
                <Badge tone={TONES[entry.outcome]}>{words.outcomes[entry.outcome]}</Badge>
              </Cell>
              <Cell right>{entry.request.status}</Cell>
              <Cell right>{entry.request.duration_ms !== null && duration(entry.request.duration_ms)}</Cell>
              <Cell className="font-mono text-xs">{entry.request.ip}</Cell>
              <Cell right>
                <Button size="small" variant="ghost" onClick={() => setShown(entry)} aria-label={`${words.entry} ${entry.type}`}>
                  {words.entry}
                </Button>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {data && <Pager page={page} pages={data.total_pages} total={data.total} go={(next) => seek({ page: next })} />}
      {shown && (
        <Dialog isOpen onClose={() => setShown(null)} title={shown.type} about={shown.id} width="wide">
          <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">{JSON.stringify(shown, null, 2)}</pre>
        </Dialog>
      )}
    </div>
  )
}
