import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { text as common } from '#web/text/controls.ts'
import { Button } from './button.tsx'

function CopyTextButton({ text, label = common.copy }: { text: string; label?: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1_500)
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      {done ? <Check size={14} /> : <Copy size={14} />}
      {done ? common.copied : label}
    </Button>
  )
}

/** Text to be taken elsewhere, as it is. */
export const CodeLine = ({ text, label }: { text: string; label?: string }) => (
  <div className="flex items-start gap-2 rounded-md bg-sunken p-2">
    <code className="min-w-0 flex-1 py-1 font-mono text-xs break-all whitespace-pre-wrap">{text}</code>
    <CopyTextButton text={text} {...(label ? { label } : {})} />
  </div>
)
