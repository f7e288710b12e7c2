declare module 'cloudflare:workers' {
  /** Keeps the isolate at `work` after the reply, for whichever request is being answered. */
  export function waitUntil(work: Promise<unknown>): void
}
