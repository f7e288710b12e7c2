import type { Service } from '#domain/context.ts'

export type CallOptions = {
  /** A credential; the administrator's key when absent, none when `null`. */
  as?: string | null
  body?: unknown
  form?: FormData
  urlencoded?: URLSearchParams
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Reply = { status: number; headers: Headers; body: any; text: string }

/** A running deployment as its clients meet it. */
export type Api = {
  /** `call('core', 'POST /groups', …)`: the path is below the service's prefix, or whole when it starts with `/health`. */
  call(service: Service, line: string, options?: CallOptions): Promise<Reply>
  /** The bare reply, for streams. */
  open(service: Service, line: string, options?: CallOptions): Promise<Response>
  adminKey: string
}

/** The API of the services found at `originOf(service)`. */
export function apiAt(originOf: (service: Service) => string, adminKey: string, fetch = globalThis.fetch): Api {
  async function open(service: Service, line: string, { as = adminKey, body, form, urlencoded, headers = {}, signal }: CallOptions = {}): Promise<Response> {
    const [method = 'GET', path = '/'] = line.split(' ')
    const url = `${originOf(service)}${path.startsWith('/health') ? '' : `/api/v1/${service}`}${path}`
    // Encoded here: not every `fetch` knows this runtime's `FormData`.
    const encoded = (form ?? urlencoded) ? new Response(form ?? urlencoded) : null
    const type = encoded?.headers.get('content-type') ?? (body === undefined ? null : 'application/json')
    const sent = encoded ? await encoded.arrayBuffer() : body === undefined ? null : JSON.stringify(body)
    return fetch(url, {
      method,
      headers: { ...(as === null ? {} : { authorization: `Bearer ${as}` }), ...(type === null ? {} : { 'content-type': type }), ...headers },
      ...(sent === null ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    })
  }

  return {
    adminKey,
    open,
    async call(service, line, options) {
      const response = await open(service, line, options)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, text }
    },
  }
}
