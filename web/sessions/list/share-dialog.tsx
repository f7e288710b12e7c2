import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/api/llm.gen.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { tell } from '#web/ui/toasts.tsx'

/** Gives a session to people and groups, or a frozen copy of it to whoever is signed in and has the link. */
export function ShareDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const path = { session_id: session.id }
  const { data: people } = useQuery(queryOf('user', 'GET /core/people', { query: { page_size: 500 } }))
  const { data: groups } = useQuery(queryOf('group', 'GET /core/groups', { query: { page_size: 500 } }))
  const [who, setWho] = useState('')
  const [level, setLevel] = useState<'view' | 'edit'>('view')
  const [shareId, setShareId] = useState(session.share_id)
  const [error, setError] = useState<unknown>(null)
  const attempt = (work: () => Promise<unknown>) => {
    setError(null)
    void work()
      .then(() => queries.invalidateQueries({ queryKey: ['session'] }))
      .catch(setError)
  }
  function give(event: FormEvent) {
    event.preventDefault()
    const [kind, id = ''] = who.split(' ')
    attempt(async () => {
      if (kind === 'group') await call('POST /llm/sessions/{session_id}/share/group', { path, body: { group_id: id, level } })
      else await call('POST /llm/sessions/{session_id}/share/user', { path, body: { user_id: id, level } })
      setWho('')
      tell(text.shared)
    })
  }
  return (
    <Dialog isOpen onClose={onClose} title={text.shareTitle(session.title)}>
      <div className="grid gap-5">
        <form onSubmit={give} className="grid gap-3">
          <SelectField label={text.shareWith} value={who} required onChange={({ target }) => setWho(target.value)}>
            <option value="" />
            {groups && groups.length > 0 && (
              <optgroup label={text.groups}>
                {groups.map(({ id, name }) => (
                  <option key={id} value={`group ${id}`}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label={text.people}>
              {people?.map(({ id, name }) => (
                <option key={id} value={`user ${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          </SelectField>
          <SelectField label={text.access} value={level} onChange={({ target }) => setLevel(target.value as 'view' | 'edit')}>
            <option value="view">{text.mayRead}</option>
            <option value="edit">{text.mayAsk}</option>
          </SelectField>
          <Button type="submit" variant="primary" disabled={who === ''} className="justify-self-end">
            {text.share}
          </Button>
        </form>
        <section className="grid gap-2 border-t border-line pt-4">
          <h3 className="text-sm font-medium">{text.link}</h3>
          <p className="text-sm text-muted">{text.linkTold}</p>
          {shareId && <CodeLine text={`${location.origin}/sessions/shared/${shareId}`} />}
          <div className="flex gap-2">
            <Button size="small" onClick={() => attempt(async () => setShareId((await call('POST /llm/sessions/{session_id}/share', { path })).share_id))}>
              {shareId ? text.linkAnew : text.makeLink}
            </Button>
            {shareId && (
              <Button
                size="small"
                variant="danger"
                onClick={() => attempt(async () => call('DELETE /llm/sessions/{session_id}/share', { path }).then(() => setShareId(null)))}
              >
                {text.endLink}
              </Button>
            )}
          </div>
        </section>
        {error !== null && <FailureNote error={error} />}
      </div>
    </Dialog>
  )
}
