/** A link that looks like the one primary button of its page. */
export const buttonClass = (look: 'primary' | 'plain' = 'plain'): string =>
  `inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors duration-100 ${look === 'primary' ? 'bg-accent text-on-accent hover:bg-accent-hover' : 'border border-line-strong bg-surface hover:bg-sunken'}`
