import { type InfiniteData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#web/api/client.ts'
import type { AnswerChange, MessagePage } from '#web/api/llm.gen.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { tellFailure } from '#web/ui/toasts.tsx'
import type { Message } from '../shapes.ts'
import { pathTo, type State, statesOf } from './chain.ts'

export type Work = {
  state: State
  past: State[]
  isBusy: boolean
  undo: (() => void) | null
  redo: (() => void) | null
  goTo: (id: string) => void
  /** Takes a step and tells why it could not be taken. */
  take: (change: AnswerChange) => Promise<void>
  /** Takes a step. Fails with `ApiFailure`. */
  attempt: (change: AnswerChange) => Promise<void>
}

/** Direct work on one card: the state it shows, the way there, and the next step. Undoing goes back to an earlier state; a step from there is a way of its own. */
export function useWork(own: State, steps: Message[]): Work {
  const states = useMemo(() => statesOf(own, steps), [own, steps])
  const latest = [...states.keys()].at(-1) ?? own.query.id
  const [place, setPlace] = useState<{ at: string; latest: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  // What came since, here or in another tab, is what is shown.
  const at = place && place.latest === latest && states.has(place.at) ? place.at : latest
  const { past, future } = pathTo(states, at)
  const state = states.get(at) ?? own
  const goTo = (id: string) => setPlace({ at: id, latest })
  async function attempt(change: AnswerChange) {
    setBusy(true)
    try {
      const { message, query } = state
      const { question, answer } = await call('POST /llm/sessions/{session_id}/messages/{message_id}/steps', {
        path: { session_id: message.session_id, message_id: message.id },
        body: { attachment_id: query.id, change },
      })
      keep(message.session_id, [answer, question] as Message[])
      setPlace(null)
    } finally {
      setBusy(false)
    }
  }
  const [before] = past.slice(-2, -1)
  const [next] = future
  return {
    state,
    past,
    isBusy,
    undo: before ? () => goTo(before.query.id) : null,
    redo: next ? () => goTo(next.query.id) : null,
    goTo,
    take: (change) => attempt(change).catch(tellFailure),
    attempt,
  }
}

/** A turn that was answered at once is shown at once; the change feed has the conversation read again. */
function keep(sessionId: string, latest: Message[]): void {
  queries.setQueryData<InfiniteData<MessagePage>>(['message', 'paginated', sessionId], (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first || first.items.some(({ id }) => id === latest[0]?.id)) return data
    return { ...data, pages: [{ ...first, items: [...latest, ...first.items] }, ...rest] }
  })
}

/** What can be done with a state, once somebody wants to know. */
export const useChoices = ({ query, message }: State, isWanted: boolean) =>
  useQuery({
    ...queryOf('description', 'GET /llm/sessions/{session_id}/messages/{message_id}/steps', {
      path: { session_id: message.session_id, message_id: message.id },
      query: { attachment_id: query.id },
    }),
    enabled: isWanted,
    staleTime: 300_000,
  })
