import { Failure } from './failure.ts'

/**
 * What a span or a figure may say: figures, fixed words, and ids of what the catalog holds. Words of questions and answers, statements, values,
 * addresses, names that people chose and the messages of failures have no place here.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanKind = 'server' | 'client' | 'internal'

/** Something that takes time, as a part of what caused it. */
export type Span = {
  child(name: string, attributes?: Attributes, kind?: SpanKind): Span
  set(attributes: Attributes): void
  rename(name: string): void
  /** Once; `failure` is the code of what it failed with. */
  end(failure?: string | null): void
  /** As W3C Trace Context writes it, for calls that belong to it; `null` where nothing is traced. */
  readonly traceparent: string | null
}

/** What is counted, with its labels: each takes few values, whatever people do. */
export type Counts = {
  /** `reason`: why it was refused or asked back, or the code it failed with. */
  questions: { outcome: QuestionOutcome; reason: string; answered_by: AnsweredBy }
  model_calls: { provider: string; outcome: string }
  model_tokens: { provider: string; type: 'prompt' | 'cached' | 'completion' }
  tool_repairs: { kind: string }
  runs: { queue: string; kind: string; outcome: RunOutcome }
}

/** What is measured, in seconds. */
export type Durations = {
  question: { answered_by: AnsweredBy }
  model_call: { provider: string }
  run: { queue: string; kind: string }
}

export type AnsweredBy = 'builtin' | 'model'
/** `asked_back`: the person has to choose a meaning; `refused`: the built-in analyst could not read it. */
export type QuestionOutcome = 'answered' | 'asked_back' | 'refused' | 'failed' | 'cancelled'
/** `repeated`: it failed and will be tried again; `handed_back`: the process stops. */
export type RunOutcome = 'succeeded' | 'failed' | 'cancelled' | 'repeated' | 'handed_back' | 'lost'

/** The port to traces and metrics. None of it fails or waits. */
export type Telemetry = {
  /** What begins a trace, or goes on with that of who called. */
  begin(name: string, attributes: Attributes, kind: SpanKind, traceparent?: string | null): Span
  count<Name extends keyof Counts>(name: Name, labels: Counts[Name], by?: number): void
  took<Name extends keyof Durations>(name: Name, labels: Durations[Name], seconds: number): void
}

export const NO_SPAN: Span = { child: () => NO_SPAN, set() {}, rename() {}, end() {}, traceparent: null }

export const NO_TELEMETRY: Telemetry = { begin: () => NO_SPAN, count() {}, took() {} }

/** What a span says of an error: the code of a failure, never its message. */
export const failureCode = (error: unknown): string => (error instanceof Failure ? error.code : 'internal')

/** What `work` answers, timed as a part of `parent`. */
export async function traced<Result>(parent: Span, name: string, attributes: Attributes, work: (span: Span) => Promise<Result>): Promise<Result> {
  const span = parent.child(name, attributes)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end(failureCode(error))
    throw error
  }
}
