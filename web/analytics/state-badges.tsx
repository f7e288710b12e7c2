import type { Chart, Dashboard } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/analytics.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Hint } from '#web/ui/hint.tsx'

type Shown = Pick<Dashboard, 'is_locked' | 'is_hidden' | 'is_enabled'> & Partial<Pick<Chart, 'is_orphaned' | 'origin'>>

/** What keeps a chart or dashboard from being as others are. */
export const StateBadges = ({ of }: { of: Shown }) => (
  <>
    {of.is_locked && (
      <Hint text={text.lockedReason}>
        <span className="inline-flex">
          <Badge tone="warn">{text.states.locked}</Badge>
        </span>
      </Hint>
    )}
    {of.is_hidden && <Badge>{text.states.hidden}</Badge>}
    {!of.is_enabled && <Badge tone="bad">{text.states.disabled}</Badge>}
    {of.is_orphaned && <Badge tone="bad">{text.states.orphaned}</Badge>}
    {of.origin === 'answer' && <Badge tone="accent">{text.states.answer}</Badge>}
  </>
)
