import { useState } from 'react'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/api/llm.gen.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { ShareDialog } from '#web/ui/share-dialog.tsx'

/** Gives a session to people and groups, or a frozen copy of it to whoever is signed in and has the link. */
export function ShareSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const path = { session_id: session.id }
  const [shareId, setShareId] = useState(session.share_id)
  const [error, setError] = useState<unknown>(null)
  async function attempt(work: () => Promise<string | null>) {
    setError(null)
    try {
      setShareId(await work())
      await queries.invalidateQueries({ queryKey: ['session'] })
    } catch (failure) {
      setError(failure)
    }
  }
  const freeze = async () => (await call('POST /llm/sessions/{session_id}/share', { path })).share_id
  const end = async () => {
    await call('DELETE /llm/sessions/{session_id}/share', { path })
    return null
  }
  return (
    <ShareDialog path={`/llm/sessions/${session.id}`} title={session.title} levels={{ view: text.mayRead }} onClose={onClose}>
      <section className="grid gap-2 border-t border-line pt-4">
        <h3 className="text-sm font-medium">{text.link}</h3>
        <p className="text-sm text-muted">{text.linkTold}</p>
        {shareId && <CodeLine text={`${location.origin}/sessions/shared/${shareId}`} />}
        <div className="flex gap-2">
          <Button size="small" onClick={() => void attempt(freeze)}>
            {shareId ? text.linkAnew : text.makeLink}
          </Button>
          {shareId && (
            <Button size="small" variant="danger" onClick={() => void attempt(end)}>
              {text.endLink}
            </Button>
          )}
        </div>
        {error !== null && <FailureNote error={error} />}
      </section>
    </ShareDialog>
  )
}
