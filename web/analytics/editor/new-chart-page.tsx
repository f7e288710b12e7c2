import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Database } from 'lucide-react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Empty, Loading, PageBody, PageHeader } from '#web/ui/page.tsx'
import { EditorPage } from './editor-page.tsx'
import { SourceList } from './source-list.tsx'

/** A new chart begins with the data it asks. */
export function NewChartPage() {
  const { source } = useSearch({ from: '/shell/analytics/charts/new' })
  const { data: sources, error } = useQuery(queryOf('datasource', 'GET /semantic/datasources', { query: { page_size: 100, sort: 'name', order: 'asc' } }))
  const only = sources?.length === 1 ? sources[0]?.id : undefined
  const chosen = source ?? only
  if (chosen)
    return <EditorPage key={chosen} chart={null} start={{ title: text.untitled, description: '', datasourceId: chosen, query: null, type: null, spec: null }} />
  return (
    <>
      <PageHeader title={text.newTitle} />
      <PageBody>
        {error && <FailureNote error={error} />}
        {!sources && !error && <Loading label={common.loading} />}
        {sources?.length === 0 && <Empty icon={<Database size={18} />} title={text.noSource} text={text.noSourceText} />}
        {sources && sources.length > 1 && <SourceList sources={sources} />}
      </PageBody>
    </>
  )
}
