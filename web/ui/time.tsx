import { ago, instant } from './formats.ts'
import { Hint } from './hint.tsx'

/** When something was, as from now, and the exact time on hover; a dash for what has never been. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">–</span>
  return (
    <Hint text={instant(at)}>
      <time dateTime={at} className="num whitespace-nowrap">
        {ago(at)}
      </time>
    </Hint>
  )
}
