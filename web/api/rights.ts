import { useQuery } from '@tanstack/react-query'
import { useMe } from './me.ts'
import { queryOf } from './queries.ts'

const GROUPS = queryOf('group', 'GET /core/groups', { query: { page_size: 100 } })

/** Whether the reader may make things of a kind: an administrator may, others where one of their groups says so. False until it is known. */
export function useMay(permission: 'create_datasources' | 'create_models'): boolean {
  const me = useMe()
  const { data: groups } = useQuery({ ...GROUPS, enabled: me !== null && me.role !== 'admin' })
  if (me?.role === 'admin') return true
  return groups?.some(({ id, permissions }) => permissions[permission] === true && me?.group_ids.includes(id)) ?? false
}
