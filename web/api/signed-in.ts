import type { SignIn } from './core.gen.ts'
import { failureOf } from './failure.ts'

/** Who is signed in; `null` before it is known, `false` when nobody is. */
export type SignedIn = { token: string; expiresAt: number; user: SignIn['user'] }
type State = SignedIn | false | null

let state: State = null
let renewal: Promise<SignedIn | false> | null = null
const listeners = new Set<() => void>()
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('querent.signin')

function become(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

tabs?.addEventListener('message', (event: MessageEvent<string>) => {
  if (event.data === 'out') become(false)
  else if (event.data === 'in' && !state) void renew()
})

export const signedIn = (): State => state
export function onSignedIn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes what a sign-in answered. The token is kept in memory alone. */
export function takeSignIn(reply: SignIn): SignedIn {
  const next = { token: reply.token, expiresAt: Date.parse(reply.expires_at), user: reply.user }
  become(next)
  tabs?.postMessage('in')
  return next
}

/** Nobody is signed in any more, in no tab. */
export function forgetSignIn(): void {
  become(false)
  tabs?.postMessage('out')
}

/** Replaces what is shown of the user after a change of the profile. */
export function takeUser(user: SignIn['user']): void {
  if (state) become({ ...state, user })
}

/** A fresh token by the cookie; `false` when it holds no more. Tabs take turns, since each call turns the cookie over. */
export function renew(): Promise<SignedIn | false> {
  renewal ??= (navigator.locks ? navigator.locks.request('querent.renewal', renewNow) : renewNow()).finally(() => {
    renewal = null
  })
  return renewal
}

async function renewNow(): Promise<SignedIn | false> {
  const response = await fetch('/api/v1/core/auths/refresh', { method: 'POST', credentials: 'same-origin' })
  if (response.status === 200) {
    const reply = (await response.json()) as SignIn
    const next = { token: reply.token, expiresAt: Date.parse(reply.expires_at), user: reply.user }
    become(next)
    return next
  }
  // 204: this browser holds no cookie at all.
  if (![204, 401, 403].includes(response.status)) throw await failureOf(response)
  become(false)
  return false
}

/** The token to call with: renewed shortly before it ends. */
export async function currentToken(): Promise<string | null> {
  if (state && state.expiresAt - Date.now() > 30_000) return state.token
  if (state === false) return null
  const fresh = await renew()
  return fresh ? fresh.token : null
}
