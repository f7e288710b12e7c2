import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/api/client.ts'
import { asFailure } from '#web/api/failure.ts'
import type { AboutRequest } from '#web/api/llm.gen.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/dashboards.ts'
import { tellFailure } from '#web/ui/toasts.tsx'

/** Opens a session about what is shown: its query, what is chosen and its rows. Who may not query its data source asks by its title. */
export function useAskAbout(): (about: AboutRequest, title: string) => void {
  const navigate = useNavigate()
  return (body, title) =>
    void call('POST /llm/sessions/about', { body })
      .then(async ({ id }) => {
        await queries.invalidateQueries({ queryKey: ['session'] })
        await navigate({ to: '/sessions/$sessionId', params: { sessionId: id } })
      })
      .catch((error: unknown) => {
        if (asFailure(error).status === 403) void navigate({ to: '/', search: { ask: text.askAbout(title) } })
        else tellFailure(error)
      })
}
