import { useNavigate } from '@tanstack/react-router'
import type { Chart, Dashboard } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import type { Line } from '#web/api/operations.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { text as common } from '#web/text/controls.ts'
import { deleteLater } from '#web/ui/delete-later.ts'
import { toEach } from '#web/ui/each.ts'
import type { RowAction } from '#web/ui/row-menu.tsx'
import type { BulkAction } from '#web/ui/selection.tsx'
import { tell, tellFailure } from '#web/ui/toasts.tsx'

type Kind = 'chart' | 'dashboard'
const anyCall = call as (line: Line, input: object) => Promise<unknown>

/** What the reader may do with a chart or dashboard beyond looking at it: nothing is offered that would be refused. */
export function useObjectActions(kind: Kind, { onDeleted }: { onDeleted?: () => void } = {}): (object: Chart | Dashboard) => RowAction[] {
  const navigate = useNavigate()
  return (object) => {
    const { id, level, title, is_locked, is_hidden, is_enabled } = object
    const path = { [`${kind}_id`]: id }
    const at = `/analytics/${kind}s/{${kind}_id}`
    const run = (operation: string, done?: (made: { id: string }) => void) => () =>
      void anyCall(`POST ${at}/${operation}` as Line, { path, ...(operation === 'clone' ? { body: { title: text.copyOf(title).slice(0, 200) } } : {}) })
        .then(async (made) => {
          await queries.invalidateQueries({ queryKey: [kind] })
          done?.(made as { id: string })
        })
        .catch(tellFailure)
    const open = ({ id: made }: { id: string }) => {
      tell(text.cloned)
      void (kind === 'chart'
        ? navigate({ to: '/analytics/charts/$chartId', params: { chartId: made } })
        : navigate({ to: '/analytics/dashboards/$dashboardId', params: { dashboardId: made } }))
    }
    const mayEdit = level !== 'view'
    return [
      { text: text.clone, run: run('clone', open) },
      {
        text: kind === 'chart' ? text.watch : text.send,
        run: () => void navigate({ to: '/account/jobs', search: kind === 'chart' ? { watch: id } : { send: id } }),
      },
      ...(mayEdit
        ? [
            { text: is_hidden ? text.show : text.hide, run: run(is_hidden ? 'show' : 'hide') },
            { text: is_enabled ? text.disable : text.enable, run: run(is_enabled ? 'disable' : 'enable') },
          ]
        : []),
      ...(level === 'own' ? [{ text: is_locked ? text.unlock : text.lock, run: run(is_locked ? 'unlock' : 'lock') }] : []),
      ...(level === 'own' && !is_locked
        ? [
            {
              text: common.delete,
              danger: true,
              run: () => {
                deleteLater(kind, `DELETE ${at}` as Line, [path], text.deleted(title))
                onDeleted?.()
              },
            },
          ]
        : []),
    ]
  }
}

/** What can be done with many charts or dashboards at once; those that one may not change are left out of it. */
export function bulkActions(kind: Kind, objects: (Chart | Dashboard)[]): BulkAction[] {
  const at = `/analytics/${kind}s/{${kind}_id}`
  const pathOf = (id: string) => ({ [`${kind}_id`]: id })
  const those = (ids: string[], may: (object: Chart | Dashboard) => boolean) => objects.filter((one) => ids.includes(one.id) && may(one)).map(({ id }) => id)
  const turn = (operation: string, may: (object: Chart | Dashboard) => boolean) => (ids: string[]) =>
    void toEach(kind, those(ids, may), (id) => anyCall(`POST ${at}/${operation}` as Line, { path: pathOf(id) }))
  const mayEdit = ({ level }: Chart | Dashboard) => level !== 'view'
  const remove = (ids: string[]) => {
    const mine = those(ids, ({ level, is_locked }) => level === 'own' && !is_locked)
    if (mine.length > 0) deleteLater(kind, `DELETE ${at}` as Line, mine.map(pathOf), text.deletedMany(mine.length))
  }
  return [
    ...(objects.some(({ is_hidden }) => is_hidden) ? [{ text: text.show, run: turn('show', mayEdit) }] : []),
    { text: text.hide, run: turn('hide', mayEdit) },
    ...(objects.some(({ is_enabled }) => !is_enabled) ? [{ text: text.enable, run: turn('enable', mayEdit) }] : []),
    { text: text.disable, run: turn('disable', mayEdit) },
    { text: common.delete, danger: true, run: remove },
  ]
}
