import { failureCode, type Span, type Telemetry } from '../../telemetry.ts'
import type { ModelCallResult } from './model-call.ts'
import type { Candidate } from './model-caller.ts'

/** One call of a model as it is traced and counted. Of one that nobody reads to its end the outcome is `cancelled`. */
export type WatchedCall = {
  traceparent: string | null
  succeeded(result: ModelCallResult): void
  failed(error: unknown, signal: AbortSignal): void
  /** `candidate` is who answered, or was asked last. */
  end(candidate: Candidate, attempts: number): void
}

/** Names of OpenTelemetry's conventions for generative AI, where there are such. */
export function watchCall(telemetry: Telemetry, parent: Span): WatchedCall {
  const span = parent.child('model call', { 'gen_ai.operation.name': 'chat' }, 'client')
  const started = performance.now()
  let outcome = 'cancelled'
  let result: ModelCallResult | null = null
  return {
    traceparent: span.traceparent,
    succeeded(came) {
      result = came
      outcome = 'ok'
    },
    failed(error, signal) {
      outcome = signal.aborted ? 'cancelled' : failureCode(error)
    },
    end({ provider, kind, upstream }, attempts) {
      const { prompt_tokens = 0, completion_tokens = 0, prompt_tokens_details: details } = result?.usage ?? {}
      const cached = details?.cached_tokens ?? 0
      span.rename(`chat ${upstream}`)
      span.set({
        'gen_ai.provider.name': kind,
        'gen_ai.request.model': upstream,
        'gen_ai.usage.input_tokens': prompt_tokens,
        'gen_ai.usage.output_tokens': completion_tokens,
        'gen_ai.usage.cache_read.input_tokens': cached,
        'querent.provider.id': provider?.id,
        'querent.attempts': attempts,
        'querent.tool_calls': result?.toolCalls.length,
      })
      span.end(outcome === 'ok' ? null : outcome)
      telemetry.count('model_calls', { provider: kind, outcome })
      telemetry.took('model_call', { provider: kind }, (performance.now() - started) / 1000)
      telemetry.count('model_tokens', { provider: kind, type: 'prompt' }, prompt_tokens)
      telemetry.count('model_tokens', { provider: kind, type: 'cached' }, cached)
      telemetry.count('model_tokens', { provider: kind, type: 'completion' }, completion_tokens)
    },
  }
}
