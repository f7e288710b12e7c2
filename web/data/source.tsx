import { Outlet, useParams } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, Page, PageTabs, Retry } from '#web/ui/page.tsx'
import { AskSource } from './ask-source.tsx'
import { ExtractionCard } from './extraction-card.tsx'
import { SourceState } from './state.tsx'

const Shown = createContext<Datasource | null>(null)

/** The data source whose parts are shown, and whether the reader may change it. */
export function useSource(): { source: Datasource; mayEdit: boolean; owns: boolean } {
  const source = useContext(Shown)
  if (!source) throw new Error('no data source is shown here')
  return { source, mayEdit: source.level !== 'view', owns: source.level === 'own' }
}

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
      <Shown.Provider value={source}>
        <ExtractionCard />
        {source.level === 'view' && <p className="text-sm text-muted">{words.readOnlyLevel}</p>}
        <Outlet />
      </Shown.Provider>
    </Page>
  )
}
