import { LoaderCircle, Mic, MicOff, Square } from 'lucide-react'
import type { SpeechConfig } from '#web/api/audio.gen.ts'
import { useMe } from '#web/api/me.ts'
import { COMMAND } from '#web/shell/keys.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { tell } from '#web/ui/toasts.tsx'
import type { Voice } from './use-voice.ts'

const words = text.voice

/** Speaks a question. Where that cannot be, it says why. */
export function Microphone({ voice, config }: { voice: Voice; config: SpeechConfig }) {
  const { state, level, toggle } = voice
  const isAdmin = useMe()?.role === 'admin'
  const why = reasonAgainst(config, isAdmin)
  if (why) {
    return (
      <IconButton label={words.cannot} onClick={() => tell(why)}>
        <MicOff size={15} />
      </IconButton>
    )
  }
  const label = state === 'on' ? words.stop : state === 'off' ? words.speak : words.writing
  return (
    <span className="flex items-center gap-1.5">
      {state === 'on' && <Level level={level} />}
      <IconButton label={label} shortcut={`${COMMAND}.`} onClick={toggle} disabled={state === 'starting' || state === 'writing'} aria-pressed={state === 'on'}>
        {state === 'on' ? <Square size={14} /> : state === 'off' ? <Mic size={15} /> : <LoaderCircle size={15} className="motion-safe:animate-spin" />}
      </IconButton>
    </span>
  )
}

const BARS = [0.08, 0.22, 0.36, 0.5, 0.66]

/** How loud the microphone hears. */
function Level({ level }: { level: number }) {
  return (
    <span>
      <meter min={0} max={1} value={level} aria-label={words.loudness} className="sr-only" />
      <span aria-hidden className="flex h-4 items-end gap-0.5">
        {BARS.map((from, at) => (
          <span key={from} style={{ height: `${30 + at * 17}%` }} className={`w-1 rounded-sm ${level >= from ? 'bg-accent' : 'bg-line-strong'}`} />
        ))}
      </span>
    </span>
  )
}

/** What was understood so far: grey, because it may still change, and nothing of it is in the question yet. */
export function VoiceText({ voice: { state, told } }: { voice: Voice }) {
  if (state === 'off') return null
  const isEmpty = told.settled === '' && told.partial === ''
  return (
    <div className="border-t border-line px-2 py-1.5 text-sm">
      <p role="log" aria-label={words.understood} className="max-h-32 overflow-y-auto text-muted">
        {told.settled}
        <em>{told.partial}</em>
        {isEmpty && (state === 'starting' ? words.starting : state === 'on' ? words.listening : words.writing)}
      </p>
      {told.isCut && (
        <p role="status" className="mt-1 text-xs text-muted">
          {words.cut}
        </p>
      )}
    </div>
  )
}

function reasonAgainst(config: SpeechConfig, isAdmin: boolean): string | null {
  if (config.engine === 'none') return isAdmin ? words.notSetUp(config.embedded?.command ?? null) : words.askAdministrator
  if (config.engine === 'whisper' && config.embedded?.ready === false) return isAdmin ? words.notSetUp(config.embedded.command) : words.askAdministrator
  if (!navigator.mediaDevices) return words.insecure
  return typeof AudioWorkletNode === 'undefined' ? words.oldBrowser : null
}
