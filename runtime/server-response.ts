import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * A reply whose head waits, to the end of the event loop's turn, for the first piece of its body: most streams have it by then, and one write costs a
 * client and us half of two.
 */
export class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #hasBegun = false

  override flushHeaders(): void {
    setImmediate(() => {
      if (!this.#hasBegun && !this.destroyed) super.flushHeaders()
    })
  }

  override write(...piece: unknown[]): boolean {
    this.#hasBegun = true
    return super.write(...(piece as Parameters<ServerResponse['write']>))
  }

  override end(...rest: unknown[]): this {
    this.#hasBegun = true
    return super.end(...(rest as Parameters<ServerResponse['end']>))
  }
}
