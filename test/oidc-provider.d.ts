declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Interaction = {
    prompt: { name: string; details: Record<string, unknown> }
    params: Record<string, string>
    session?: { accountId: string }
    grantId?: string
  }
  type Grant = { addOIDCScope(scope: string): void; addOIDCClaims(claims: string[]): void; save(): Promise<string> }

  /** What the tests use of it. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Grant: new (facts: {
      accountId: string
      clientId: string
    }) => Grant
    proxy: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, options?: object): Promise<void>
    on(event: string, listener: (...args: any[]) => void): this
  }
}
