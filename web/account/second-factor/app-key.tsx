import { encode } from 'uqr'
import type { SecondFactorEnrolment } from '#web/api/core.gen.ts'
import { text as words } from '#web/text/signing.ts'
import { CodeLine } from '#web/ui/copy.tsx'

/** What an authenticator app is given: a picture to scan, and the same as text. Dark on light in every theme, as cameras need it. */
export function AppKey({ enrolment }: { enrolment: SecondFactorEnrolment }) {
  const { data, size } = encode(enrolment.otpauth_url, { border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <div className="grid gap-3">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.picture} shapeRendering="crispEdges" className="size-48 rounded-md border border-line">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div className="grid gap-1">
        <p className="text-xs text-muted">{words.typed}</p>
        <CodeLine text={enrolment.secret} />
      </div>
    </div>
  )
}
