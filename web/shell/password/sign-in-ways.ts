import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api/queries.ts'

/** What this deployment offers to sign in by; undefined until it is known. */
export const useSignInWays = () => useQuery(queryOf('deployment', 'GET /core/auths/ways', {})).data
