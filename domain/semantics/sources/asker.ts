import type { Actor } from '../../access/actor.ts'
import type { Asker } from './source.ts'

/** Whose share the use of a source is. A guest whom the embedding page does not name is one viewer by his token. */
export function askerOf(actor: Actor): Asker | undefined {
  if (actor.type === 'user') return { account: actor.userId, who: actor.userId }
  if (actor.type !== 'guest') return undefined
  const { dashboardId, subject, tokenId } = actor.claims
  return { account: dashboardId, who: `${dashboardId} ${subject === UNNAMED_GUEST ? tokenId : subject}` }
}

/** The subject of a token whose minter named nobody. */
export const UNNAMED_GUEST = 'guest'
