/** Where a message goes, and the secret that signs it; both are known to nobody but the owner and the sender. */
export type Endpoint = { url: string; secret: string }

export type OutgoingMessage = { id: string; at: Date; body: string; format: 'standard' | 'slack' }

/** The way to addresses that users name. */
export type WebhookSender = {
  /** Fails with `invalid` when nothing may be sent to the address from here, `datasource_unreachable` when its host is not known. */
  check(url: string): Promise<void>
  /** Sends a message once and answers the status it met; a redirect is not followed. Fails with what `check` does, and when nothing answers in time. */
  send(endpoint: Endpoint, message: OutgoingMessage, signal: AbortSignal): Promise<{ status: number }>
}
