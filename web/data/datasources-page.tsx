import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/data.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Card, Empty, PageBody, PageHeader } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'

export function DatasourcesPage() {
  const { data: items, error } = useQuery(queryOf('datasource', 'GET /semantic/datasources', { query: { page_size: 100 } }))
  return (
    <>
      <PageHeader title={text.title} />
      <PageBody>
        {error && <FailureNote error={error} />}
        {items?.length === 0 && <Empty icon={<Database size={18} />} title={text.empty} text={text.emptyText} />}
        {items && items.length > 0 && (
          <Card>
            <ul>
              {items.map((item) => (
                <li key={item.id} className="flex h-11 items-center gap-3 border-b border-line px-4 text-sm last:border-0">
                  <Database size={15} className="text-muted" aria-hidden="true" />
                  <span className="min-w-0 truncate font-medium">{item.name}</span>
                  <span className="ml-auto text-xs text-muted">
                    <Time at={item.updated_at} />
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
