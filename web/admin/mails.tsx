import { useEffect, useState } from 'react'
import type { Mail, User } from '#web/api/core.gen.ts'
import { type Page, post, query, useChange, useRead } from '#web/api/paths.ts'
import { useSignInWays } from '#web/shell/password/sign-in-ways.ts'
import { text as words } from '#web/text/admin.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Select } from '#web/ui/field.tsx'
import { Empty, Loading } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Cell, Table } from '#web/ui/table.tsx'

import { Time } from '#web/ui/time.tsx'

const TONES: Record<Mail['status'], Tone> = { queued: 'accent', sent: 'ok', failed: 'bad' }
const STALE = ['/core/mails']
/** How often it is looked how a mail that waits fares. */
const LOOK_MS = 3_000

/** What was mailed to people or waits for it, and what the mail server said; never the words. */
export function Mails() {
  const ways = useSignInWays()
  const [status, setStatus] = useState('')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useRead<Page<Mail>>(`/core/mails/paginated${query({ page, page_size: 50, status })}`)
  const { data: users } = useRead<User[]>('/core/users?page_size=500')
  const test = useChange(() => post<Mail>('/core/mails/test'), STALE)
  const again = useChange((id: string) => post<Mail>(`/core/mails/${id}/retry`), STALE)
  const isWaiting = data?.items.some((mail) => mail.status === 'queued') ?? false
  useEffect(() => {
    if (!isWaiting) return
    const looking = setInterval(() => void refetch(), LOOK_MS)
    return () => clearInterval(looking)
  }, [isWaiting, refetch])
  const failure = error ?? test.error ?? again.error
  const names = new Map(users?.map(({ id, name }) => [id, name]))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          aria-label={words.state}
          value={status}
          onChange={({ target }) => {
            setStatus(target.value)
            setPage(1)
          }}
        >
          <option value="">{words.allMails}</option>
          {Object.entries(words.mailStates).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
        {ways?.password_reset && (
          <Button variant="primary" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
            {words.testMail}
          </Button>
        )}
      </div>
      {failure && <FailureNote error={failure} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <Empty title={words.noMails} text={ways?.password_reset === false ? words.noMailer : words.noMailsText} />}
      {data && data.items.length > 0 && (
        <Table
          label={words.tabs.mails}
          head={[
            { text: words.mailKind },
            { text: words.mailTo },
            { text: words.state },
            { text: words.when },
            { text: words.mailSaid },
            { text: words.mailAgain, hidden: true },
          ]}
        >
          {data.items.map((mail) => (
            <tr key={mail.id}>
              <Cell>{words.mailKinds[mail.kind]}</Cell>
              <Cell>{names.get(mail.user_id) ?? mail.user_id}</Cell>
              <Cell>
                <Badge tone={TONES[mail.status]}>{words.mailStates[mail.status]}</Badge>
              </Cell>
              <Cell>
                <Time at={mail.completed_at ?? mail.created_at} />
              </Cell>
              <Cell className="max-w-96 text-xs break-words text-muted">{mail.tries.at(-1)?.reply ?? '–'}</Cell>
              <Cell right>
                {mail.status === 'failed' && (
                  <Button size="small" disabled={again.isPending} onClick={() => again.mutate(mail.id)}>
                    {words.mailAgain}
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {data && <Pager page={page} pages={data.total_pages} total={data.total} go={setPage} />}
    </div>
  )
}
