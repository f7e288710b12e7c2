import { AwsClient } from 'aws4fetch'
import { Failure } from '#domain/failure.ts'
import { elementOf, listingOf, type StoredObject } from './listing.ts'

const RETRIES = 2
const FIRST_PAUSE_MS = 100
const PAGE_KEYS = 1000
const MAX_KEYS = 200_000

export type ObjectStoreAddress = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
export type FetchThrough = (input: string | URL | Request, init?: RequestInit) => Promise<Response>
/** Where a call to a store failed: before it answered, at the key, or for want of what was named. */
export type StoreFault = 'reach' | 'sign_in' | 'missing' | 'changed'

/** A store's refusal, fit to show. */
export class StoreFailure extends Failure {
  readonly fault: StoreFault
  constructor(fault: StoreFault, message: string, cause?: unknown) {
    super('datasource_unreachable', message, { cause })
    this.fault = fault
  }
}

type Sent = {
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array | string
}

/** One bucket of any store that speaks S3 (AWS, R2, MinIO, GCS with HMAC keys), addressed by path, signed with version 4. */
export type ObjectStore = {
  /** Objects whose keys begin with `prefix`, in the order of their keys; with a delimiter, the folders below it instead of what they hold. */
  list(prefix: string, options: { signal: AbortSignal; folders?: boolean; limit?: number }): Promise<{ objects: StoredObject[]; folders: string[] }>
  head(key: string, signal: AbortSignal): Promise<StoredObject | null>
  /** The object as it was listed: another `etag` by now is refused. `range` is a first byte and the one after the last. */
  get(key: string, options: { signal: AbortSignal; etag?: string; range?: [number, number] }): Promise<Response>
  put(key: string, body: Uint8Array, signal: AbortSignal): Promise<void>
  delete(key: string, signal: AbortSignal): Promise<void>
  /** For the steps of a multipart upload. */
  send(request: Sent, signal: AbortSignal): Promise<Response>
}

/** All traffic goes through `fetchThrough`, which decides where it may go. */
export function createObjectStore(address: ObjectStoreAddress, fetchThrough: FetchThrough): ObjectStore {
  const client = new AwsClient({ accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey, service: 's3', region: address.region })
  const base = `${address.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(address.bucket)}`

  async function send({ method = 'GET', key, query = {}, headers, body }: Sent, signal: AbortSignal): Promise<Response> {
    const url = new URL(key === undefined ? base : `${base}/${encodeKey(key)}`)
    url.search = new URLSearchParams(query).toString()
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      const request = await client.sign(url, { method, headers, body: body as RequestInit['body'] })
      const sent = { method, headers: request.headers, body: body as RequestInit['body'], signal, redirect: 'manual' as const }
      const response = await fetchThrough(url, sent).catch((error) => (error instanceof Failure || signal.aborted ? Promise.reject(error) : (error as Error)))
      const failed = response instanceof Error || response.status >= 500 || response.status === 429
      if (!failed) return response
      if (attempt === RETRIES) throw new StoreFailure('reach', 'the store does not answer', response instanceof Error ? response : response.status)
      if (!(response instanceof Error)) await response.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random())))
    }
  }

  async function expected(request: Sent, signal: AbortSignal, statuses: number[]): Promise<Response> {
    const response = await send(request, signal)
    if (statuses.includes(response.status)) return response
    throw await refusal(response, address.bucket)
  }

  return {
    async list(prefix, { signal, folders = false, limit = MAX_KEYS }) {
      const objects: StoredObject[] = []
      const found = new Set<string>()
      let next: string | null = null
      do {
        const query: Record<string, string> = { 'list-type': '2', prefix, 'max-keys': String(Math.min(PAGE_KEYS, limit)) }
        if (folders) query.delimiter = '/'
        if (next !== null) query['continuation-token'] = next
        const page = listingOf(await (await expected({ query }, signal, [200])).text())
        objects.push(...page.objects)
        for (const folder of page.folders) found.add(folder)
        next = page.next
        if (next !== null && objects.length >= MAX_KEYS && limit === MAX_KEYS)
          throw new Failure('invalid', `more than ${MAX_KEYS} objects match; name a longer prefix`)
      } while (next !== null && objects.length < limit)
      return { objects, folders: [...found] }
    },
    async head(key, signal) {
      const response = await expected({ method: 'HEAD', key }, signal, [200, 404])
      if (response.status === 404) return null
      return { key, size: Number(response.headers.get('content-length') ?? 0), etag: response.headers.get('etag') ?? '' }
    },
    async get(key, { signal, etag, range }) {
      const headers: Record<string, string> = {}
      if (etag) headers['if-match'] = etag
      if (range) headers.range = `bytes=${range[0]}-${range[1] - 1}`
      const response = await expected({ key, headers }, signal, [range ? 206 : 200])
      const answered = response.headers.get('etag')
      if (etag && answered && answered !== etag) throw new StoreFailure('changed', 'a file changed while it was read')
      return response
    },
    async put(key, body, signal) {
      await (await expected({ method: 'PUT', key, body }, signal, [200, 201, 204])).body?.cancel()
    },
    async delete(key, signal) {
      await (await expected({ method: 'DELETE', key }, signal, [200, 204, 404])).body?.cancel()
    },
    send: async (request, signal) => expected(request, signal, [200, 201, 204]),
  }
}

/** A URL takes `..` for the folder above, however it is written. */
function encodeKey(key: string): string {
  if (key.split('/').some((part) => part === '.' || part === '..')) throw new Failure('invalid', 'a key with the part . or .. cannot be read')
  return encodeURIComponent(key).replaceAll('%2F', '/')
}

async function refusal(response: Response, bucket: string): Promise<StoreFailure> {
  const code = elementOf(await response.text().catch(() => ''), 'Code') ?? ''
  const region = response.headers.get('x-amz-bucket-region')
  if (response.status === 301 || response.status === 307 || code === 'AuthorizationHeaderMalformed') {
    return new StoreFailure('sign_in', `the bucket ${bucket} is in another region${region ? `: ${region.slice(0, 40)}` : ' or at another endpoint'}`)
  }
  if (code === 'InvalidAccessKeyId') return new StoreFailure('sign_in', 'the store does not know the access key')
  if (code === 'SignatureDoesNotMatch') return new StoreFailure('sign_in', 'the secret access key is wrong')
  if (response.status === 401 || response.status === 403) return new StoreFailure('sign_in', `the access key may not read the bucket ${bucket}`)
  if (code === 'NoSuchBucket') return new StoreFailure('missing', `there is no bucket ${bucket}`)
  if (response.status === 404) return new StoreFailure('missing', 'a file is no longer there')
  if (response.status === 412) return new StoreFailure('changed', 'a file changed while it was read')
  return new StoreFailure('reach', `the store answers with the status ${response.status}`, code)
}
