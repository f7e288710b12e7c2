import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Outside } from './outside.tsx'

const words = text.unsubscribe

/** `/unsubscribe#<token>`: has no more mails of a job. A press of the button says so: programs that look at links before people do press none. */
export function UnsubscribePage() {
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => history.replaceState(null, '', '/unsubscribe'), [])
  const end = useMutation({ mutationFn: () => call('POST /core/mails/unsubscribe', { query: { token } }) })
  if (end.data) {
    return (
      <Outside title={words.done} about={words.doneText(end.data.name)}>
        <a href="/" className="text-sm font-medium text-accent hover:underline">
          {words.open}
        </a>
      </Outside>
    )
  }
  return (
    <Outside title={words.title} about={token ? words.about : text.signIn.noTokenText}>
      <div className="grid gap-4">
        {end.error && <FailureNote error={end.error} />}
        {token && (
          <Button variant="primary" className="w-full" disabled={end.isPending} onClick={() => end.mutate()}>
            {words.submit}
          </Button>
        )}
      </div>
    </Outside>
  )
}
