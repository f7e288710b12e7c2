import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'

type ComposerProps = { isRunning: boolean; onAsk: (question: string) => void; onStop: () => void; initial?: string; children?: ReactNode }

/** Where a question is written: Enter sends, Shift+Enter breaks the line, Escape stops the answer. */
export function Composer({ isRunning, onAsk, onStop, initial = '', children }: ComposerProps) {
  const [question, setQuestion] = useState(initial)
  function send() {
    if (isRunning || question.trim() === '') return
    onAsk(question.trim())
    setQuestion('')
  }
  function pressed(event: KeyboardEvent) {
    if (event.key === 'Escape' && isRunning) onStop()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className="mx-auto w-full max-w-[760px] px-4 pb-5">
      <div className="rounded-xl border border-line-strong bg-surface p-2 shadow-low">
        <textarea
          aria-label={text.placeholder}
          placeholder={text.placeholder}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={pressed}
          className="field-sizing-content max-h-44 min-h-10 w-full resize-none rounded-md bg-transparent px-2 py-1.5"
        />
        <div className="flex items-center justify-between pl-1">
          <div>{children}</div>
          <IconButton
            label={isRunning ? text.stop : text.send}
            onClick={isRunning ? onStop : send}
            className="!bg-accent !text-on-accent"
            disabled={!isRunning && question.trim() === ''}
          >
            {isRunning ? <Square size={14} /> : <ArrowUp size={16} />}
          </IconButton>
        </div>
      </div>
    </div>
  )
}
