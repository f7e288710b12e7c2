import { useMutation } from '@tanstack/react-query'
import type { Dashboard, Embedding } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'

/** Changes who may frame a dashboard. */
export const useEmbedding = ({ id, revision }: Dashboard) =>
  useMutation({
    mutationFn: (embedded: Embedding) =>
      call('PATCH /analytics/dashboards/{dashboard_id}', { path: { dashboard_id: id }, body: { embedded }, headers: { 'if-match': `"${revision}"` } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  })
