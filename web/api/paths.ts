import { type QueryFilters, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { open as openLine } from './client.ts'
import { ApiFailure, asFailure } from './failure.ts'
import { onChange } from './live.ts'
import type { Line } from './operations.ts'
import { askAnew, queries } from './queries.ts'
import { currentToken } from './signed-in.ts'

/** Which paths a change of a kind makes stale: all that begin with one of these. */
const TOUCHED: Record<string, string[]> = {
  user: ['/core/users', '/core/groups', '/core/auths'],
  group: ['/core', '/semantic'],
  api_key: ['/core/auths/api-keys'],
  provider: ['/core/providers', '/core/models'],
  identity_provider: ['/core/identity-providers', '/core/auths'],
  signin_policy: ['/core/auths/policy', '/core/settings'],
  settings: ['/core/settings', '/core/auths/policy'],
  budget: ['/core/budgets'],
  model: ['/core/model', '/semantic/datasourcemodels'],
  prompt: ['/core/prompt'],
  job: ['/core/jobs'],
  webhook: ['/core/webhooks'],
  file: ['/semantic/files'],
  datasource: ['/semantic'],
  extraction: ['/semantic/semanticextractions', '/semantic/datasources'],
  description: ['/semantic/descriptions'],
  hierarchy: ['/semantic/hierarchies'],
  relationship: ['/semantic/relationships'],
  measure: ['/semantic/measures'],
  verified_query: ['/semantic/verified-queries'],
  row_filter: ['/semantic/filters', '/semantic/datasources'],
}
const KEY = 'path'

const under = (paths: string[]): QueryFilters => ({
  predicate: ({ queryKey: [kind, path] }) => kind === KEY && typeof path === 'string' && paths.some((one) => path.startsWith(one)),
})
const stale = (paths: string[]) => queries.invalidateQueries(under(paths))

/** Has what tells of objects of a kind read anew. */
export const readAnew = (kind: string): Promise<unknown> => Promise.all([queries.invalidateQueries({ queryKey: [kind] }), stale(TOUCHED[kind] ?? [])])

onChange(({ resource }) => askAnew(under(TOUCHED[resource.type] ?? [])))

type Options = { body?: unknown; revision?: number; signal?: AbortSignal }

/** The bare reply of a path, of success. Fails with `ApiFailure`. */
export const open = (method: string, path: string, { body, revision, signal }: Options = {}): Promise<Response> =>
  openLine(`${method} ${path}` as Line, { body, signal, ...(revision === undefined ? {} : { headers: { 'if-match': `"${revision}"` } }) })

async function call<T>(method: string, path: string, options?: Options): Promise<T> {
  try {
    const response = await open(method, path, options)
    return (response.status === 204 ? undefined : await response.json()) as T
  } catch (error) {
    throw asFailure(error)
  }
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => call<T>('GET', path, signal ? { signal } : {})
export const post = <T>(path: string, body?: unknown): Promise<T> => call<T>('POST', path, body === undefined ? {} : { body })
export const put = <T>(path: string, body: unknown, revision?: number): Promise<T> =>
  call<T>('PUT', path, { body, ...(revision === undefined ? {} : { revision }) })
export const patch = <T>(path: string, body: unknown, revision?: number): Promise<T> =>
  call<T>('PATCH', path, { body, ...(revision === undefined ? {} : { revision }) })
export const remove = (path: string): Promise<void> => call<void>('DELETE', path)

/** Sends a file, telling how much of it has left; `fetch` cannot tell that. */
export async function upload<T>(path: string, file: File, told: (share: number) => void): Promise<T> {
  const token = await currentToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1${path}`)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => told(total ? loaded / total : 0)
    request.onerror = () => reject(asFailure(new TypeError('the file could not be sent')))
    request.onload = () => {
      try {
        const body = JSON.parse(request.responseText)
        if (request.status < 300) resolve(body as T)
        else reject(new ApiFailure(request.status, body.error))
      } catch {
        reject(new ApiFailure(request.status, { message: `${request.status} ${request.statusText}`, code: 'unreadable' }))
      }
    }
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
}

/** What a path answers, kept true by the change feed. `null` reads nothing. */
export const useRead = <T>(path: string | null): UseQueryResult<T, ApiFailure> =>
  useQuery<T, ApiFailure>({ queryKey: [KEY, path], queryFn: ({ signal }) => get<T>(path ?? '', signal), enabled: path !== null })

const EACH = 100

/** All of a list, page after page: for what is searched and scrolled here. `path` has a query already. */
export const useAllPages = <T>(path: string): UseQueryResult<T[], ApiFailure> =>
  useQuery<T[], ApiFailure>({
    queryKey: [KEY, path, 'all'],
    queryFn: async ({ signal }) => {
      const all: T[] = []
      for (let page = 1; ; page += 1) {
        const { items, has_next } = await get<Page<T>>(`${path}&page=${page}&page_size=${EACH}`, signal)
        all.push(...items)
        if (!has_next) return all
      }
    },
  })

/** A change; what begins with one of `paths` is read anew afterwards. */
export function useChange<In, Out = unknown>(change: (input: In) => Promise<Out>, paths: string[]) {
  return useMutation<Out, ApiFailure, In>({ mutationFn: change, onSettled: () => stale(paths) })
}

/** A page of a list, as its `/paginated` path answers it. */
export type Page<T> = { items: T[]; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean }

export const query = (values: Record<string, string | number | boolean | null | undefined>): string => {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return kept.length ? `?${new URLSearchParams(kept.map(([name, value]) => [name, String(value)]))}` : ''
}
