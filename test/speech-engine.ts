import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { engineFolder, readInstalled } from '#connectors/speech/whisper/installed.ts'

/** Where `npm run get:speech` puts the engine and its models for this folder. */
export const speechFolder = resolve(process.env.SPEECH_DIR ?? join(import.meta.dirname, '../.data/speech'))

const { engine, models, missing } = readInstalled(speechFolder)

/** Why tests of the embedded engine are skipped; `null` when it is there. */
export const lacksSpeech: string | null = missing.length ? `npm run get:speech has not brought ${missing.join(' and ')}` : null
export const lacksEngine = !engine
export const enginePath = engineFolder(speechFolder)
/** The smallest model that is there. */
export const smallModel = models.at(-1) ?? ''

/** "Revenue per country", spoken by a synthetic voice: 1.4 s. */
export const SPOKEN = [
  'revenue.wav',
  'revenue.mp3',
  'revenue.flac',
  'revenue-opus.ogg',
  'revenue-vorbis.ogg',
  'revenue.webm',
  'revenue.m4a',
  'revenue.mp4',
] as const
export const spoken = (name: (typeof SPOKEN)[number]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures/speech', name)))
