/** The way to metadata documents of apps, which are named by their address (draft-ietf-oauth-client-id-metadata-document). */
export type ClientDocuments = {
  /** The JSON at an address. Fails with `invalid` where the address may not be asked from here, answers no JSON, or too much of it. */
  read(url: string, signal: AbortSignal): Promise<unknown>
}
