import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/client.ts'
import { text } from '#web/text/sessions.ts'
import { tell, tellFailure } from '#web/ui/toasts.tsx'
import { capture } from './capture.ts'
import { createLiveSpeech, type LiveCalls, type Told } from './live-speech.ts'
import { PieceCutter } from './piece-cutter.ts'
import { waveOf } from './sound.ts'

/** A question is shorter; what the service takes at most is ten minutes. */
const LONGEST_MS = 300_000

/** What a question is spoken about: the names of that data are expected. */
export type SpokenAbout = { model: string | undefined; datasourceIds: string[] }
export type Voice = {
  state: 'off' | 'starting' | 'on' | 'writing'
  level: number
  told: Told
  /** Begins, or ends and writes down. */
  toggle: () => void
  /** Ends, and forgets what was said. */
  cancel: () => void
}
type Running = { stop: () => void; finish: () => Promise<string>; cancel: () => void }

const NOTHING: Told = { settled: '', partial: '', isCut: false }

/** Hears a spoken question, tells what was understood while it is spoken, and hands the text over to be read; it is never sent. */
export function useVoice(about: SpokenAbout, onText: (text: string) => void): Voice {
  const [state, setState] = useState<Voice['state']>('off')
  const [level, setLevel] = useState(0)
  const [told, setTold] = useState<Told>(NOTHING)
  const running = useRef<Running | null>(null)
  const wanted = useRef(false)
  useEffect(
    () => () => {
      wanted.current = false
      running.current?.cancel()
    },
    [],
  )

  async function begin() {
    setState('starting')
    wanted.current = true
    const cutter = new PieceCutter()
    const speech = createLiveSpeech(callsAbout(about), setTold, () => void latest.current())
    try {
      const release = await capture(
        (sound, loudness) => {
          setLevel(loudness)
          for (const piece of cutter.push(sound)) speech.add(piece)
        },
        () => void latest.current(),
      )
      const timer = setTimeout(() => void latest.current(), LONGEST_MS)
      const stop = () => {
        clearTimeout(timer)
        release()
        running.current = null
        setLevel(0)
      }
      running.current = {
        stop,
        finish() {
          for (const piece of cutter.end()) speech.add(piece)
          return speech.finish()
        },
        cancel() {
          stop()
          speech.cancel()
        },
      }
      // It was called off while the reader was asked for the microphone.
      if (!wanted.current) return running.current.cancel()
      setState('on')
    } catch (error) {
      setState('off')
      tell(reasonOf(error), { tone: 'bad' })
    }
  }

  async function end() {
    const { current } = running
    if (!current) return
    current.stop()
    setState('writing')
    try {
      const heard = await current.finish()
      if (heard) onText(heard)
      else tell(text.voice.nothing)
    } catch (error) {
      // What was understood by then is not lost.
      const known = `${told.settled}${told.partial}`.trim()
      if (known) onText(known)
      tellFailure(error)
    } finally {
      setState('off')
      setTold(NOTHING)
    }
  }
  function cancel() {
    wanted.current = false
    running.current?.cancel()
    setState('off')
    setTold(NOTHING)
  }
  const latest = useRef(end)
  latest.current = end
  return {
    state,
    level,
    told,
    toggle: () => {
      if (state === 'on') void latest.current()
      else if (state === 'off') void begin()
    },
    cancel,
  }
}

function callsAbout({ model, datasourceIds }: SpokenAbout): LiveCalls {
  const [source, ...others] = datasourceIds
  const named = { ...(model ? { model } : {}), ...(source && !others.length ? { datasource_id: source } : {}) }
  const formOf = (sound: Int16Array, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new File([waveOf(sound)], 'piece.wav', { type: 'audio/wav' }))
    return form
  }
  return {
    start: () => call('POST /audio/live', { body: named }),
    append: (live_id, sequence, piece) => call('POST /audio/live/{live_id}/pieces', { path: { live_id }, body: formOf(piece, { sequence: String(sequence) }) }),
    read: (live_id) => call('GET /audio/live/{live_id}', { path: { live_id } }),
    finish: async (live_id) => (await call('POST /audio/live/{live_id}/finish', { path: { live_id }, query: { optimize: true } })).text,
    forget: (live_id) => call('DELETE /audio/live/{live_id}', { path: { live_id } }),
    whole: async (sound) => (await call('POST /audio/transcriptions', { query: { optimize: true }, body: formOf(sound, named) })).text,
  }
}

/** Why the microphone cannot be heard, in words. */
function reasonOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return text.voice.refused
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return text.voice.noMicrophone
  if (name === 'NotReadableError' || name === 'AbortError') return text.voice.busy
  return text.voice.failed
}
