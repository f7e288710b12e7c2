import { Check, X } from 'lucide-react'
import type { Validation } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'

/** Each check of a test, with its time and what was wrong. */
export const Checks = ({ validation }: { validation: Validation }) => (
  <ol className="grid gap-1.5 text-sm">
    {validation.checks.map(({ name, ok, message, latency_ms }) => (
      <li key={name} className="flex items-start gap-2">
        <span className={`mt-0.5 ${ok ? 'text-ok' : name === 'read_only' ? 'text-warn' : 'text-bad'}`}>{ok ? <Check size={16} /> : <X size={16} />}</span>
        <span className="flex-1">
          {words.checks[name]}
          <span className="sr-only">{ok ? common.yes : common.no}</span>
          {message && <span className="block text-xs text-muted">{message}</span>}
        </span>
        <span className="tabular-nums text-muted">{words.ms(latency_ms)}</span>
      </li>
    ))}
  </ol>
)
