import type { ReactNode } from 'react'

/** One place to put fields into, with its name. */
export const Well = ({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }) => (
  <fieldset className="grid min-w-0 content-start gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    {children}
    {hint && <p className="text-xs text-muted">{hint}</p>}
  </fieldset>
)
