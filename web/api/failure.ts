/** A call that failed, as the services tell it; `code` is stable, `message` is for the reader. */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  readonly code: string
  readonly hint: string | null
  readonly param: string | null
  readonly requestId: string | null
  /** Seconds after which it may work. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    told: { message: string; code: string; hint?: string | null; param?: string | null; request_id?: string | null; retry_after?: number | null },
  ) {
    super(told.message)
    this.status = status
    this.code = told.code
    this.hint = told.hint ?? null
    this.param = told.param ?? null
    this.requestId = told.request_id ?? null
    this.retryAfter = told.retry_after ?? null
  }
}

/** The failure of a reply whose status is none of success. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id')
  const retry_after = Number(response.headers.get('retry-after')) || null
  try {
    const { error } = (await response.json()) as { error: { message: string; code: string } }
    return new ApiFailure(response.status, { request_id: requestId, retry_after, ...error })
  } catch {
    return new ApiFailure(response.status, { message: `${response.status} ${response.statusText}`.trim(), code: 'unreadable', request_id: requestId })
  }
}

/** Anything that was thrown, as a failure with a message. */
export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const isNetwork = error instanceof TypeError
  return new ApiFailure(0, { message: error instanceof Error ? error.message : String(error), code: isNetwork ? 'offline' : 'unexpected' })
}
