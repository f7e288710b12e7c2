import { Outlet, useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, Page, PageTabs, Retry } from '#web/ui/page.tsx'
import { AskSource } from './ask-source.tsx'
import { ExtractionCard } from './extraction-card.tsx'
import { SourceState } from './state.tsx'
import { ShownSource } from './use-source.ts'

const TABS = ['general', 'filters', 'descriptions', 'hierarchies', 'model', 'verified', 'operations'] as const

export function SourcePage() {
  const { sourceId } = useParams({ strict: false }) as { sourceId: string }
  const { data: source, error, refetch } = useRead<Datasource>(`/semantic/datasources/${sourceId}`)
  if (!source)
    return <Page title={words.title}>{error ? <FailureNote error={error} action={<Retry run={() => void refetch()} />} /> : <Loading rows={6} />}</Page>
  return (
    <Page
      title={source.name}
      badges={<SourceState source={source} />}
      actions={<AskSource source={source} />}
      tabs={<PageTabs label={words.tabs.label} tabs={TABS.map((tab) => ({ to: `/data/${sourceId}/${tab}`, text: words.tabs[tab] }))} />}
    >
      <ShownSource.Provider value={source}>
        <ExtractionCard />
        {source.level === 'view' && <p className="text-sm text-muted">{words.readOnlyLevel}</p>}
        <Outlet />
      </ShownSource.Provider>
    </Page>
  )
}
