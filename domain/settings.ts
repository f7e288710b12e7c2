import type { DeploymentValues } from './deployment/values.ts'

/** What the operator decided, as far as the product depends on it; read once by `runtime/env.ts`. */
export type Settings = {
  appEnv: 'development' | 'production'
  /** The services' version, told by `/health` and OpenAPI. */
  version: string
  /** Who reads the OpenAPI documents: everybody, with the reference beside them; callers with a credential, the documents alone; nobody. */
  docs: 'open' | 'authenticated' | 'off'
  healthPublic: boolean
  corsOrigins: string[]
  /** Where readers open the workspace, when that is not where it is served; `null` = there. */
  workspaceUrl: string | null
  /** What administrators may set otherwise, as far as the operator said it in the environment: that wins. */
  fixed: Partial<DeploymentValues>
  /** The workspace that the links of mails lead to; never taken from a request, whose host anybody may name. */
  mail: { linksTo: string }
  /** Passwords open an account whatever the policy says: the operator's way back in. */
  passwordForced: boolean
  /** Apps that act for people: the issuer of their tokens, where the workspace stands, and the origins clients reach the services at; `null` = off. */
  oauth: { issuer: string; origins: string[] } | null
  /** The `iss` and `aud` of guest tokens. */
  deployment: string
  maxJsonBytes: number
  maxUploadBytes: number
  maxAudioBytes: number
  /** Seconds a client may leave a stream unread. */
  streamStallSeconds: number
  queryTimeoutMs: number
  queryRowLimit: number
  timeZone: string
  audit: {
    /** Whether reads of data are on record. */
    reads: boolean
  }
  /** What prices of models are in: ISO 4217. */
  currency: string
  /** How providers are waited for. */
  modelCalls: { firstTokenMs: number; betweenTokensMs: number; retries: number }
  /** How a model is asked to describe tables; `null` = by where its provider stands. */
  describing: { callMs: number | null; atOnce: number | null }
  /** What one question may cost at most. */
  question: { seconds: number; modelCalls: number; queries: number; tokens: number; rows: number }
  speech: {
    /** `null` = the embedded one where it is there, else none. */
    engine: 'none' | 'openai-compatible' | 'whisper' | null
    baseUrl: string | null
    apiKey: string | null
    /** `null` = the engine's usual one. */
    model: string | null
    language: string | null
    optimize: { enabled: boolean; model: string | null }
  }
}
