import { useSyncExternalStore } from 'react'
import { onSignedIn, type SignedIn, signedIn } from '#web/api/signed-in.ts'

/** Who is signed in, kept up to date; `null` when nobody is. */
export const useSignedIn = (): SignedIn | null => useSyncExternalStore(onSignedIn, signedIn) || null
