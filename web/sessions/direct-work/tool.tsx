import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** The button that opens a tool. */
export const ToolButton = ({ children, ...rest }: ComponentProps<'button'> & { children: ReactNode }) => (
  <button
    type="button"
    {...rest}
    className="inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-2 text-xs font-medium text-muted transition-colors duration-100 hover:bg-selected hover:text-text data-[state=open]:bg-selected data-[state=open]:text-text"
  >
    {children}
    <ChevronDown size={12} aria-hidden="true" />
  </button>
)
