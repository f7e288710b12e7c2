/** What the audit trail keeps of a statement: its SHA-256 in hex. Equal for equal statements, and tells nothing of the values in them. */
export async function queryHash(statement: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statement)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
