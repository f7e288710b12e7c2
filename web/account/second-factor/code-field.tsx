import { text as words } from '#web/text/signing.ts'
import { TextField } from '#web/ui/field.tsx'

type CodeFieldProps = { value: string; error?: string | null; onChange: (code: string) => void; isFirst?: boolean }

/** Six digits of an app, or a recovery code. */
export const CodeField = ({ value, error, onChange, isFirst = false }: CodeFieldProps) => (
  <TextField
    label={words.code}
    required
    autoComplete="one-time-code"
    inputMode="text"
    spellCheck={false}
    autoCapitalize="none"
    maxLength={40}
    autoFocus={isFirst}
    className="font-mono tracking-widest"
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
)
