import { useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/embedding.ts'
import { CodeLine } from '#web/ui/copy.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { type Snippet, snippets } from './snippets.ts'

const SERVER: Snippet[] = ['curl', 'node']
const BROWSER: Snippet[] = ['sdk', 'element']

/** What the host's server and page need, with the address and id as they are, and never a key. */
export function Code({ dashboard }: { dashboard: Dashboard }) {
  const code = snippets(location.origin, dashboard.id)
  return (
    <div className="grid gap-5">
      <Choice title={text.onServer} about={text.onServerText} of={SERVER} code={code} />
      <Choice title={text.inPage} about={text.inPageText} of={BROWSER} code={code} />
    </div>
  )
}

function Choice({ title, about, of, code }: { title: string; about: string; of: Snippet[]; code: Record<Snippet, string> }) {
  const [shown, setShown] = useState<Snippet>(of[0] ?? 'curl')
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{title}</h3>
        <Segments label={title} options={of.map((value) => ({ value, label: text.snippets[value] }))} value={shown} onChange={setShown} />
      </div>
      <p className="text-sm text-muted">{about}</p>
      <CodeLine text={code[shown]} />
    </section>
  )
}
