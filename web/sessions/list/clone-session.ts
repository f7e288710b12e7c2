import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'
import { tellFailure } from '#web/ui/toasts.tsx'

/** Makes a copy of a session and goes to it. */
export function useClone(sessionId: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    try {
      const { id } = await call('POST /llm/sessions/{session_id}/clone', { path: { session_id: sessionId }, body: {} })
      await queries.invalidateQueries({ queryKey: ['session'] })
      void navigate({ to: '/sessions/$sessionId', params: { sessionId: id } })
    } catch (error) {
      tellFailure(error)
    }
  }
}
