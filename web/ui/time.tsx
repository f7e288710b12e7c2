import { ago, instant } from './formats.ts'
import { Hint } from './hint.tsx'

/** When something was, as from now; the exact time on hover. */
export const Time = ({ at }: { at: string }) => (
  <Hint text={instant(at)}>
    <time dateTime={at} className="num whitespace-nowrap">
      {ago(at)}
    </time>
  </Hint>
)
