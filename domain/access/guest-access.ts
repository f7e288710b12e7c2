import type { Settings } from '../settings.ts'
import type { GuestTokenKeys } from './guest-token.ts'
import type { Vault } from './vault.ts'

/** The key guest tokens of this deployment are signed and checked with. */
export const guestTokenKeys = async (vault: Vault, settings: Settings): Promise<GuestTokenKeys> => ({
  key: await vault.subkey('guest-token'),
  kid: 'g1',
  deployment: settings.deployment,
})
