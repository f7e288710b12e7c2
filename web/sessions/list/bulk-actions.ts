import { call } from '#web/api/client.ts'
import { text } from '#web/text/sessions.ts'
import { deleteLater } from '#web/ui/delete-later.ts'
import { toEach } from '#web/ui/each.ts'
import type { BulkAction } from '#web/ui/selection.tsx'
import type { Listed } from './use-sessions.ts'

type Switch = 'archive' | 'unarchive' | 'pin' | 'unpin'

/** What can be done with many sessions at once; what one may not change is left out of it. */
export function bulkActions(sessions: Listed[], isArchive: boolean): BulkAction[] {
  const those = (ids: string[], may: (session: Listed) => boolean) => sessions.filter((one) => ids.includes(one.id) && may(one)).map(({ id }) => id)
  const turn = (operation: Switch) => (ids: string[]) =>
    void toEach(
      'session',
      those(ids, ({ level }) => level !== 'view'),
      (session_id) => call(`POST /llm/sessions/{session_id}/${operation}`, { path: { session_id } }),
    )
  const remove = (ids: string[]) => {
    const mine = those(ids, ({ level }) => level === 'own')
    if (mine.length > 0)
      deleteLater(
        'session',
        'DELETE /llm/sessions/{session_id}',
        mine.map((session_id) => ({ session_id })),
        text.deletedMany(mine.length),
      )
  }
  return [
    { text: text.pin, run: turn('pin') },
    { text: text.unpin, run: turn('unpin') },
    isArchive ? { text: text.unarchive, run: turn('unarchive') } : { text: text.archive, run: turn('archive') },
    { text: text.delete, danger: true, run: remove },
  ]
}
