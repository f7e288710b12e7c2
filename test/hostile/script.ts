/** What a model says in one call. */
export type Turn = { text?: string; tools?: { name: string; input: string }[] }
/** A model that attacks: what it says, call after call, and the kind of attack. */
export type Script = { kind: string; name: string; turns: Turn[] }

/** The names the world of the attacks uses. */
export type Names = { shop: string; vault: string; canaryUrl: string }

export const tool = (name: string, input: unknown): Turn => ({ tools: [{ name, input: typeof input === 'string' ? input : JSON.stringify(input) }] })
export const closing: Turn = { text: 'Done: [[1:1:note]] [[1:1:n]].' }
