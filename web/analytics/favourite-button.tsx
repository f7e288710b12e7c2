import { Star } from 'lucide-react'
import type { Chart, Dashboard } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import type { Line } from '#web/api/operations.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { IconButton } from '#web/ui/button.tsx'
import { tellFailure } from '#web/ui/toasts.tsx'

type FavouriteButtonProps = { kind: 'chart' | 'dashboard'; object: Chart | Dashboard; className?: string }
const anyCall = call as (line: Line, input: object) => Promise<unknown>

/** Keeps a chart or dashboard at hand: among the reader's favourites, which are his alone. */
export function FavouriteButton({ kind, object, className = '' }: FavouriteButtonProps) {
  const { id, title, is_favourite } = object
  const toggle = () =>
    void anyCall(`POST /analytics/${kind}s/{${kind}_id}/${is_favourite ? 'unfavourite' : 'favourite'}` as Line, { path: { [`${kind}_id`]: id } })
      .then(() => queries.invalidateQueries({ queryKey: [kind] }))
      .catch(tellFailure)
  return (
    <IconButton label={text.favourite(title)} aria-pressed={is_favourite} onClick={toggle} className={className}>
      <Star size={15} fill={is_favourite ? 'currentColor' : 'none'} />
    </IconButton>
  )
}
