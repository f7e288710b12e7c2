import { Failure } from '#domain/failure.ts'
import type { EmbeddedEngine } from '#domain/speech/engine.ts'
import { readInstalled } from './installed.ts'
import { knowsEnglishOnly } from './models.ts'
import { createEnginePool, type EnginePoolOptions } from './pool.ts'
import type { Heard } from './recognise.ts'

/** `maxSeconds`: the longest recording; `threads`: what one process computes with. */
export type EmbeddedOptions = EnginePoolOptions & { maxSeconds: number; threads: number }

/** whisper.cpp in processes of its own, with the engine and models of a folder of this machine. */
export function createEmbedded({ maxSeconds, threads, ...options }: EmbeddedOptions): EmbeddedEngine & { pids(): number[]; close(): Promise<void> } {
  const pool = createEnginePool(options)
  return {
    state: () => readInstalled(options.folder),
    pids: pool.pids,
    close: pool.close,
    open: (model) => ({
      async transcribe({ audio, language, prompt, temperature, translate, words, asker, signal, heard }) {
        requireLanguage(model, language, translate)
        const parts: Heard[] = []
        const job = { audio, language, prompt, temperature, translate, words, maxSeconds, threads }
        const {
          seconds,
          noSpeech,
          language: told,
        } = await pool.run(job, {
          model,
          asker,
          signal,
          heard: (one) => {
            parts.push(one)
            for (const segment of one.segments) heard?.(segment)
          },
        })
        const all = parts.flatMap((one) => one.segments)
        return {
          text: all.map(({ text }) => text).join(' '),
          language: translate ? 'en' : (told ?? language),
          durationSeconds: Math.round(seconds * 1000) / 1000,
          segments: all,
          words: parts.flatMap((one) => one.words),
          noSpeech,
        }
      },
    }),
  }
}

function requireLanguage(model: string, language: string | null, translate: boolean): void {
  if (!knowsEnglishOnly(model)) return
  const hint = 'npm run get:speech -- base brings a model of many languages'
  if (language !== null && language !== 'en') throw new Failure('invalid', `the speech model "${model}" knows English only`, { param: 'language', hint })
  if (translate) throw new Failure('invalid', `the speech model "${model}" knows English only and translates nothing`, { param: 'model', hint })
}
