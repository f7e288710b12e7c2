import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react'

export const inputClass =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-sm placeholder:text-faint disabled:bg-sunken disabled:text-muted aria-invalid:border-bad'

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | null
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A label, what is typed under it, and what is wrong with that. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const told = error ?? hint
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, ...(told ? { 'aria-describedby': `${id}-told` } : {}), ...(error ? { 'aria-invalid': true } : {}) })}
      {told && (
        <p id={`${id}-told`} className={`text-xs ${error ? 'text-bad' : 'text-muted'}`}>
          {told}
        </p>
      )}
    </div>
  )
}

type Shared = { label: string; hint?: ReactNode; error?: string | null }

export const TextField = ({ label, hint, error, className = '', ...rest }: Shared & InputHTMLAttributes<HTMLInputElement>) => (
  <Field label={label} hint={hint} error={error ?? null}>
    {(ids) => <input {...ids} className={`${inputClass} h-8 ${className}`} {...rest} />}
  </Field>
)

export const TextArea = ({ label, hint, error, className = '', ...rest }: Shared & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field label={label} hint={hint} error={error ?? null}>
    {(ids) => <textarea {...ids} className={`${inputClass} py-1.5 ${className}`} {...rest} />}
  </Field>
)

export const SelectField = ({ label, hint, error, className = '', children, ...rest }: Shared & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Field label={label} hint={hint} error={error ?? null}>
    {(ids) => (
      <select {...ids} className={`${inputClass} h-8 ${className}`} {...rest}>
        {children}
      </select>
    )}
  </Field>
)

export const Check = ({ label, hint, ...rest }: { label: ReactNode; hint?: string } & InputHTMLAttributes<HTMLInputElement>) => (
  <label className="flex items-start gap-2 text-sm">
    <input type="checkbox" className="mt-0.5 size-4 accent-accent" {...rest} />
    <span>
      {label}
      {hint && <span className="block text-xs text-muted">{hint}</span>}
    </span>
  </label>
)
