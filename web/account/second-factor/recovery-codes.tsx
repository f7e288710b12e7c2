import { text as words } from '#web/text/signing.ts'
import { CodeLine } from '#web/ui/copy.tsx'

/** Shown once. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <div className="grid gap-2">
    <p className="text-sm text-muted">{words.codesText}</p>
    <CodeLine text={codes.join('\n')} label={words.copyCodes} />
  </div>
)
