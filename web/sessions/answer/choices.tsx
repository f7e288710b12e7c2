import { CornerDownRight } from 'lucide-react'
import { meaningOf } from '../turn-data.ts'

type ChoicesProps = {
  label: string
  /** The words above say the label already: it is only told to those who hear it. */
  isSaid?: boolean
  options: string[]
  isOpen: boolean
  onAsk: (question: string) => void
}

/** Questions one may ask next, or what was meant by the last one. */
export const Choices = ({ label, isSaid = false, options, isOpen, onAsk }: ChoicesProps) => (
  <fieldset className="grid gap-1.5" disabled={!isOpen}>
    <legend className={isSaid ? 'sr-only' : 'mb-1.5 text-sm text-muted'}>{label}</legend>
    {options.map((option) => (
      <button
        key={option}
        type="button"
        onClick={() => onAsk(option)}
        className="flex items-start gap-2 justify-self-start rounded-lg border border-line bg-surface px-3 py-1.5 text-left text-sm transition-colors duration-100 enabled:hover:border-line-strong enabled:hover:bg-raised disabled:text-muted"
      >
        <CornerDownRight size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
        {meaningOf(option)}
      </button>
    ))}
  </fieldset>
)
