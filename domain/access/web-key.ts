/** A key of WebCrypto, named here because only some runtimes' types name it globally. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>
