import { Failure } from '#domain/failure.ts'
import type { SourceCheck, SourceValidation } from '#domain/semantics/sources/source.ts'

type Step = { name: SourceCheck['name']; run: () => Promise<{ message: string; ok?: boolean; serverVersion?: string }> }

/**
 * Runs checks in order up to the first that throws. A `read_only` that finds a user who may write tells so and leaves the source valid. An address that may
 * not be used at all is no finding: that failure is passed on, as the caller's own abort is.
 */
export async function runChecks(steps: Step[], signal: AbortSignal): Promise<SourceValidation> {
  const started = performance.now()
  const checks: SourceCheck[] = []
  let serverVersion: string | null = null
  let valid = true
  for (const { name, run } of steps) {
    const begun = performance.now()
    const took = () => Math.round(performance.now() - begun)
    try {
      const { message, ok = true, serverVersion: version } = await run()
      serverVersion = version ?? serverVersion
      checks.push({ name, ok, message, latencyMs: took() })
    } catch (error) {
      signal.throwIfAborted()
      const late = error instanceof DOMException && error.name === 'TimeoutError'
      if (!late && (!(error instanceof Failure) || isRefusal(error))) throw error
      checks.push({ name, ok: false, message: late ? 'the server did not answer in time' : told(error as Failure), latencyMs: took() })
      valid = false
      break
    }
  }
  const readOnly = checks.some((check) => check.name === 'read_only' && check.ok)
  return { valid, latencyMs: Math.round(performance.now() - started), serverVersion, readOnly, checks }
}

const told = ({ message, details }: Failure): string => (details.hint ? `${message}: ${details.hint}` : message)

const isRefusal = ({ code, details }: Failure): boolean => code === 'invalid' && details.param?.startsWith('connection.') === true
