import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => <input {...rest} className={classNames('control w-full', className)} />

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} className={classNames('control h-auto w-full py-1.5 leading-5', className)} />
)

export const Select = ({ className, ...rest }: ComponentProps<'select'>) => <select {...rest} className={classNames('control pr-7', className)} />

type Named = { label: string; hint?: ReactNode; error?: ReactNode }
type FieldProps = Named & { children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }

/** A control with its name above, and below it what helps or what is wrong: `<Field label="Name">{(ids) => <Input {...ids} />}</Field>`. */
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
        <p id={`${id}-told`} className={classNames('text-xs', error ? 'text-bad' : 'text-muted')}>
          {told}
        </p>
      )}
    </div>
  )
}

export const TextField = ({ label, hint, error, ...rest }: Named & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <Input {...ids} {...rest} />}
  </Field>
)

export const TextAreaField = ({ label, hint, error, ...rest }: Named & ComponentProps<'textarea'>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <Textarea {...ids} {...rest} />}
  </Field>
)

export const SelectField = ({ label, hint, error, className, ...rest }: Named & ComponentProps<'select'>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <Select {...ids} className={classNames('w-full', className)} {...rest} />}
  </Field>
)

export const Check = ({ label, hint, ...rest }: { label: ReactNode; hint?: string } & ComponentProps<'input'>) => (
  <label className="flex items-start gap-2 text-sm">
    <input type="checkbox" className="mt-0.5 size-4 accent-accent" {...rest} />
    <span>
      {label}
      {hint && <span className="block text-xs text-muted">{hint}</span>}
    </span>
  </label>
)
