import { useQuery } from '@tanstack/react-query'
import type { Chart, Dashboard } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Hint } from '#web/ui/hint.tsx'

type Shown = Pick<Dashboard, 'is_locked' | 'is_hidden' | 'is_enabled' | 'owner_id'> & Partial<Pick<Chart, 'is_orphaned' | 'origin'>>

/** What keeps a chart or dashboard from being as others are. */
export const StateBadges = ({ of }: { of: Shown }) => (
  <>
    {of.is_locked && <Locked ownerId={of.owner_id} />}
    {of.is_hidden && <Badge>{text.states.hidden}</Badge>}
    {!of.is_enabled && <Badge tone="bad">{text.states.disabled}</Badge>}
    {of.is_orphaned && <Badge tone="bad">{text.states.orphaned}</Badge>}
    {of.origin === 'answer' && <Badge tone="accent">{text.states.answer}</Badge>}
  </>
)

/** That it is locked, and who can unlock it, where the reader may know him. */
function Locked({ ownerId }: { ownerId: string }) {
  const { data: people } = useQuery(queryOf('user', 'GET /core/people', { query: { page_size: 100 } }))
  const owner = people?.find(({ id }) => id === ownerId)
  return (
    <Hint text={text.lockedReason}>
      <span className="inline-flex">
        <Badge tone="warn">{owner ? text.lockedOf(owner.name) : text.states.locked}</Badge>
      </span>
    </Hint>
  )
}
