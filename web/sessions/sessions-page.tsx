import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Card, Empty, PageBody, PageHeader } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'

export function SessionsPage() {
  const { data: sessions, error } = useQuery(queryOf('session', 'GET /llm/sessions', { query: { page_size: 100, sort: 'updated_at', order: 'desc' } }))
  return (
    <>
      <PageHeader title={text.title} />
      <PageBody>
        {error && <FailureNote error={error} />}
        {sessions?.length === 0 && <Empty icon={<MessageSquare size={18} />} title={text.empty} text={text.emptyText} />}
        {sessions && sessions.length > 0 && (
          <Card>
            <ul>
              {sessions.map(({ id, title, updated_at }) => (
                <li key={id} className="flex h-11 items-center gap-3 border-b border-line px-4 text-sm last:border-0">
                  <Link to="/sessions/$sessionId" params={{ sessionId: id }} className="min-w-0 flex-1 truncate font-medium hover:underline">
                    {title}
                  </Link>
                  <span className="text-xs text-muted">
                    <Time at={updated_at} />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </PageBody>
    </>
  )
}
