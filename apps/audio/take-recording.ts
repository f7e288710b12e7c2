import type { Recording } from '#domain/speech/transcribe.ts'
import { counted } from '#http/body.ts'
import { recogniseAudio } from './audio-format.ts'

/** A recording as it comes in, of `limit` bytes at most, with its format. Fails with `payload_too_large` and `unsupported_media_type`. */
export async function takeRecording(body: ReadableStream<Uint8Array>, limit: number): Promise<Recording> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of counted(body, limit)) {
    chunks.push(chunk)
    size += chunk.byteLength
  }
  const audio = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    audio.set(chunk, at)
    at += chunk.byteLength
  }
  return { audio, format: recogniseAudio(audio) }
}
