import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Prompt } from '#web/api/core.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { useKeys } from '#web/shell/keys.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { tellFailure } from '#web/ui/toasts.tsx'
import { OfferList } from './offer-list.tsx'
import { renderPrompt } from './render-prompt.ts'
import { type Offer, type Trigger, triggerAt, useOffers } from './use-offers.ts'
import { Microphone, VoiceText } from './voice/microphone.tsx'
import { useVoice } from './voice/use-voice.ts'

/** The fields of a prompt are loaded when one is called. */
const PromptForm = lazy(() => import('./prompt-form.tsx').then(({ PromptForm }) => ({ default: PromptForm })))

type ComposerProps = {
  isRunning: boolean
  onAsk: (question: string) => void
  onStop: () => void
  /** Where `@` finds tables and columns. */
  datasourceIds: string[]
  /** The model that is asked: a spoken question is about its data. */
  model: string | undefined
  /** What the up key brings back. */
  lastQuestion?: string | undefined
  initial?: string
  children?: ReactNode
}

/** Where a question is written: Enter sends, Shift+Enter breaks the line, Escape stops the answer, Up brings the last question back. */
export function Composer({ isRunning, onAsk, onStop, datasourceIds, model, lastQuestion, initial = '', children }: ComposerProps) {
  const [question, setQuestion] = useState(initial)
  const [trigger, setTrigger] = useState<Trigger | null>(null)
  const [at, setAt] = useState(0)
  const [prompt, setPrompt] = useState<Prompt | null>(null)
  const [isQueued, setQueued] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const offers = useOffers(trigger, datasourceIds)
  const { data: speech } = useQuery({ ...queryOf('audio_config', 'GET /audio/config', {}), staleTime: 600_000 })
  const voice = useVoice({ model, datasourceIds }, (heard) => write(question === '' ? heard : `${question.trimEnd()} ${heard}`))
  const isSpeaking = voice.state === 'on' || voice.state === 'starting'
  useKeys({ ...(speech ? { 'mod+.': voice.toggle } : {}), ...(isSpeaking ? { Escape: voice.cancel } : {}) })
  const isOffering = trigger !== null && offers.length > 0 && !prompt
  const chosen = isOffering ? offers[Math.min(at, offers.length - 1)] : undefined

  // Where a session is opened the next thing is to write, unless something else has the focus: a phone's keyboard is not called up by it.
  useEffect(() => {
    if (document.activeElement === document.body && matchMedia('(pointer: fine)').matches) box.current?.focus()
  }, [])
  function write(next: string, caret = next.length) {
    setQuestion(next)
    setTrigger(null)
    // The caret is placed once the text stands there.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
    })
  }
  function changed(next: string, caret: number) {
    setQuestion(next)
    setQueued(false)
    setTrigger(triggerAt(next, caret))
    setAt(0)
  }
  function take({ prompt: taken, insert = '' }: Offer) {
    if (!trigger) return
    if (!taken) return write(`${question.slice(0, trigger.from)}${insert} ${question.slice(trigger.to)}`, trigger.from + insert.length + 1)
    setTrigger(null)
    if (taken.variables.length > 0) return setPrompt(taken)
    renderPrompt(taken, {}).then(({ content }) => write(content), tellFailure)
  }
  function send() {
    setTrigger(null)
    if (question.trim() === '') return
    // What is sent while an answer comes is asked when it has come; to go on writing takes that back.
    setQueued(isRunning)
    if (isRunning) return
    onAsk(question.trim())
    setQuestion('')
  }
  const current = useRef(send)
  current.current = send
  useEffect(() => {
    if (isQueued && !isRunning) current.current()
  }, [isQueued, isRunning])
  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  function actionOf({ key, shiftKey }: KeyboardEvent): (() => void) | null {
    if (isOffering && chosen) {
      if (key === 'ArrowDown') return () => setAt((at + 1) % offers.length)
      if (key === 'ArrowUp') return () => setAt((at - 1 + offers.length) % offers.length)
      if ((key === 'Enter' && !shiftKey) || key === 'Tab') return () => take(chosen)
      if (key === 'Escape') return () => setTrigger(null)
    }
    // Enter ends what is spoken: it is never sent unread.
    if (isSpeaking && key === 'Escape') return voice.cancel
    if (voice.state !== 'off' && key === 'Enter' && !shiftKey) return isSpeaking ? voice.toggle : () => {}
    if (key === 'Escape' && isRunning) return onStop
    if (key === 'Enter' && !shiftKey) return send
    if (key === 'ArrowUp' && question === '' && lastQuestion) return () => write(lastQuestion)
    return null
  }

  return (
    <div className="mx-auto w-full max-w-[760px] px-4 pb-4">
      <div className="relative rounded-xl border border-line-strong bg-surface p-2 shadow-low has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
        {isOffering && <OfferList id={listId} label={trigger.sign === '/' ? text.prompts : text.tablesAndColumns} offers={offers} at={at} onTake={take} />}
        {prompt && (
          <Suspense>
            <PromptForm
              prompt={prompt}
              onCancel={() => {
                setPrompt(null)
                box.current?.focus()
              }}
              onReady={(content) => {
                setPrompt(null)
                write(content)
              }}
            />
          </Suspense>
        )}
        <textarea
          ref={box}
          aria-label={text.placeholder}
          aria-autocomplete="list"
          {...(isOffering && chosen ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${offers.indexOf(chosen)}` } : {})}
          placeholder={text.placeholder}
          value={question}
          maxLength={20_000}
          onChange={({ target }) => changed(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => trigger && setTrigger(triggerAt(currentTarget.value, currentTarget.selectionStart))}
          onBlur={() => setTrigger(null)}
          onKeyDown={pressed}
          className="field-sizing-content block max-h-44 min-h-10 w-full resize-none rounded-md bg-transparent px-2 py-1.5 outline-none"
        />
        <VoiceText voice={voice} />
        <div className="flex items-center justify-between gap-2 pl-1">
          <div className="flex min-w-0 items-center gap-1">{children}</div>
          <div className="flex shrink-0 items-center gap-1.5">
            {speech && <Microphone voice={voice} config={speech} />}
            <IconButton
              label={isRunning ? text.stop : text.send}
              onClick={isRunning ? onStop : send}
              className="!bg-accent !text-on-accent"
              disabled={!isRunning && (question.trim() === '' || voice.state !== 'off')}
            >
              {isRunning ? <Square size={14} /> : <ArrowUp size={16} />}
            </IconButton>
          </div>
        </div>
      </div>
      <p role="status" className={classNames('mt-1.5 truncate px-2 text-xs text-muted', !isQueued && 'max-md:hidden')}>
        {isQueued ? text.queued : isSpeaking ? text.voice.keys : text.composerKeys}
      </p>
    </div>
  )
}
