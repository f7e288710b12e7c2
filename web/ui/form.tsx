import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => <input {...rest} className={classNames('control w-full', className)} />

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} className={classNames('control h-auto min-h-16 w-full py-1.5 leading-5', className)} />
)

export const Select = ({ className, ...rest }: ComponentProps<'select'>) => <select {...rest} className={classNames('control pr-7', className)} />

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  className?: string
  children: (id: string, describedBy: string | undefined) => ReactNode
}

/** A control with its name above and what helps below: `<Field label="Name">{(id) => <Input id={id} />}</Field>`. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  const about = hint || error ? `${id}-about` : undefined
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id, about)}
      {about && (
        <p id={about} className={classNames('text-xs', error ? 'text-bad' : 'text-muted')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
