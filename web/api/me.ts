import { useSyncExternalStore } from 'react'
import type { User } from './core.gen.ts'
import { onSignedIn, signedIn } from './signed-in.ts'

/** Who is signed in, as the sign-in told. */
export function useMe(): User | null {
  const state = useSyncExternalStore(onSignedIn, signedIn)
  return state ? state.user : null
}
