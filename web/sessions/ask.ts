import { useState } from 'react'
import { open } from '#web/api/client.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { queries } from '#web/api/queries.ts'
import { serverEvents } from '#web/api/server-events.ts'

type Asking = { question: string; text: string; isRunning: boolean; error: unknown }
type Chunk = { session_id?: string | null; choices?: { delta?: { content?: string } }[]; error?: { message: string; code: string } }

/** Asks questions and keeps the answer that is being given; `ask` answers the session it stands in. */
export function useAsk() {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [leaving, setLeaving] = useState<AbortController | null>(null)

  async function ask(question: string, where: { model?: string; sessionId?: string }): Promise<string | null> {
    const stop = new AbortController()
    setLeaving(stop)
    let told: Asking = { question, text: '', isRunning: true, error: null }
    let session = where.sessionId ?? null
    setAsking(told)
    try {
      const body = {
        messages: [{ role: 'user', content: question }],
        stream: true,
        ...(where.model ? { model: where.model } : {}),
        ...(where.sessionId ? { session_id: where.sessionId } : {}),
      }
      for await (const { data } of serverEvents(await open('POST /llm/session/completions', { body, signal: stop.signal }))) {
        if (data === '[DONE]') break
        const chunk = JSON.parse(data) as Chunk
        if (chunk.error) throw new ApiFailure(200, chunk.error)
        session = chunk.session_id ?? session
        told = { ...told, text: told.text + (chunk.choices?.[0]?.delta?.content ?? '') }
        setAsking(told)
      }
      await Promise.all([queries.invalidateQueries({ queryKey: ['session'] }), queries.invalidateQueries({ queryKey: ['message'] })])
      setAsking(null)
    } catch (error) {
      setAsking(stop.signal.aborted ? null : { ...told, isRunning: false, error })
      return stop.signal.aborted ? session : null
    }
    return session
  }
  return { asking, ask, stop: () => leaving?.abort() }
}
