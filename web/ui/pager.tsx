import { text as common } from '#web/text/controls.ts'
import { count } from '#web/ui/formats.ts'
import { Button } from './button.tsx'

/** Which page of a list is shown, and the way to the others. */
export function Pager({ page, pages, total, go }: { page: number; pages: number; total: number; go: (page: number) => void }) {
  if (pages <= 1) return null
  return (
    <nav aria-label={common.pages} className="flex items-center justify-end gap-2 text-sm">
      <span className="tabular-nums text-muted">{common.pageOf(page, pages, count(total))}</span>
      <Button size="small" disabled={page <= 1} onClick={() => go(page - 1)}>
        {common.previous}
      </Button>
      <Button size="small" disabled={page >= pages} onClick={() => go(page + 1)}>
        {common.next}
      </Button>
    </nav>
  )
}
