import { asFailure } from '#web/api/failure.ts'
import { joined } from './piece-cutter.ts'

/** What a live transcription is asked of: the service, or a stand-in. */
export type LiveCalls = {
  start(): Promise<Heard>
  append(id: string, sequence: number, piece: Int16Array): Promise<Heard>
  read(id: string): Promise<Heard>
  finish(id: string): Promise<string>
  forget(id: string): Promise<unknown>
  /** The whole at once, where pieces find nobody who knows of the others. */
  whole(sound: Int16Array): Promise<string>
}
export type Heard = { id: string; text: string; partial: string; next_sequence: number }
/** `isCut`: the connection is lost, and what is said is kept until it is back. */
export type Told = { settled: string; partial: string; isCut: boolean }

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
/** How long a lost connection is waited for. */
const PATIENCE_MS = 60_000
/** How often a transcription that was forgotten is begun anew. */
const MOST_STARTS = 3

/**
 * Sends pieces in order while somebody speaks, and tells what was understood. All sound is kept until the end: after a lost connection it goes on with the piece
 * that is expected, and where the service has forgotten the transcription, from the start. `failed` hears of what will not pass.
 */
export function createLiveSpeech(
  calls: LiveCalls,
  tell: (told: Told) => void,
  failed: (error: unknown) => void,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
) {
  const pieces: Int16Array[] = []
  let id: string | null = null
  let next = 0
  let starts = 0
  let isOver = false
  let told: Told = { settled: '', partial: '', isCut: false }
  let work: Promise<void> = Promise.resolve()

  const show = (more: Partial<Told>) => {
    told = { ...told, ...more }
    if (!isOver) tell(told)
  }
  function heed(heard: Heard): void {
    id = heard.id
    next = heard.next_sequence
    const settled = heard.partial && heard.text.endsWith(heard.partial) ? heard.text.slice(0, -heard.partial.length) : heard.partial ? '' : heard.text
    show({ settled, partial: heard.partial, isCut: false })
  }

  /** Does a call until it works, or the failure is one that will not pass. */
  async function steadily<T>(call: () => Promise<T>): Promise<T> {
    const until = Date.now() + PATIENCE_MS
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        return await call()
      } catch (error) {
        const { status, code } = asFailure(error)
        const mayPass = code === 'offline' || status === 408 || status === 409 || status === 502 || status === 503 || status === 504
        if (isOver || !mayPass || code === 'speech_not_configured' || Date.now() > until) throw error
        show({ isCut: code === 'offline' })
        await wait(pause)
        // The piece may have come though its reply did not.
        if (id !== null) await calls.read(id).then(heed, () => {})
      }
    }
  }

  async function begin(): Promise<void> {
    starts += 1
    id = null
    heed(await steadily(calls.start))
  }

  /** Sends what is not sent yet; begins anew where the service has forgotten. */
  async function send(): Promise<void> {
    while (!isOver && (id === null || next < pieces.length)) {
      try {
        if (id === null) await begin()
        const current = id
        if (current === null || next >= pieces.length) return
        heed(await steadily(() => (next < pieces.length ? calls.append(current, next, pieces[next] as Int16Array) : calls.read(current))))
      } catch (error) {
        if (asFailure(error).status !== 404 || starts >= MOST_STARTS) throw error
        id = null
      }
    }
  }

  async function end(): Promise<string> {
    for (;;) {
      try {
        await send()
        if (id === null) return ''
        const current = id
        return await steadily(() => calls.finish(current))
      } catch (error) {
        if (asFailure(error).status !== 404) throw error
        if (starts >= MOST_STARTS) return steadily(() => calls.whole(joined(...pieces)))
        id = null
      }
    }
  }

  return {
    /** Takes the next piece. */
    add(piece: Int16Array): void {
      pieces.push(piece)
      work = work.then(send).catch((error: unknown) => {
        if (!isOver && asFailure(error).status !== 404) failed(error)
      })
    },
    /** The whole text, with the names of the data put right; empty when nothing was said. */
    async finish(): Promise<string> {
      await work
      try {
        return pieces.length === 0 ? '' : await end()
      } finally {
        isOver = true
      }
    },
    /** Forgets it. */
    cancel(): void {
      isOver = true
      if (id !== null) void calls.forget(id).catch(() => {})
    },
  }
}
export type LiveSpeech = ReturnType<typeof createLiveSpeech>
