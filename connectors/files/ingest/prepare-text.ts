import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { Failure } from '#domain/failure.ts'

const MAX_LINE_BYTES = 1024 * 1024
const MAX_JSON_DEPTH = 64
const NEWLINE = 10
const QUOTE = 34
const BACKSLASH = 92

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** `lines`: no line may be long. `document`: no nesting may be deep, inside strings not counted. */
export type TextShape = 'lines' | 'document' | 'both'

/** Makes sure a text file is UTF-8 with lines and nesting an engine can take; writes a decoded copy to `target` when it is not UTF-8. Gives the path to read. */
export async function prepareText(path: string, target: string, shape: TextShape): Promise<string> {
  const encoding = await detectEncoding(path)
  if (encoding !== 'utf-8') await decodeFile(path, target, encoding)
  const readable = encoding === 'utf-8' ? path : target
  const check = createTextCheck(shape)
  for await (const chunk of createReadStream(readable, { highWaterMark: 1024 * 1024 })) check.read(chunk)
  check.end()
  return readable
}

/** UTF-16 by its mark; UTF-8 when every byte fits it; otherwise CP1252, the superset of Latin-1 that old spreadsheets write. */
async function detectEncoding(path: string): Promise<Encoding> {
  const file = await open(path, 'r')
  const mark = Buffer.alloc(2)
  await file.read(mark, 0, 2, 0)
  await file.close()
  if (mark[0] === 0xff && mark[1] === 0xfe) return 'utf-16le'
  if (mark[0] === 0xfe && mark[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

async function decodeFile(path: string, target: string, encoding: Encoding): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' })
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      if (!output.write(decoder.decode(chunk, { stream: true }))) await once(output, 'drain')
    }
    output.end(decoder.decode())
    await finished(output)
  } catch (error) {
    output.destroy()
    if (error instanceof TypeError) throw new Failure('invalid', `the file is not valid ${encoding}`, { param: 'file', cause: error })
    throw error
  }
}

function createTextCheck(shape: TextShape): { read: (chunk: Uint8Array) => void; end: () => void } {
  let lineStart = 0
  let line = 1
  let offset = 0
  let depth = 0
  let inString = false
  let escaped = false
  const nest = (byte: number) => {
    if (inString) {
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === 91 || byte === 123) depth++
    else if (byte === 93 || byte === 125) depth--
    if (depth > MAX_JSON_DEPTH) throw new Failure('invalid', `line ${line} nests values more than ${MAX_JSON_DEPTH} deep`, { param: 'file' })
  }
  return {
    read(chunk) {
      for (const byte of chunk) {
        offset++
        if (byte === 0) throw new Failure('invalid', `line ${line} holds a NUL byte`, { param: 'file' })
        if (byte === NEWLINE) {
          line++
          lineStart = offset
        } else if (shape !== 'document' && offset - lineStart > MAX_LINE_BYTES)
          throw new Failure('invalid', `line ${line} is longer than 1 MB`, { param: 'file' })
        if (shape !== 'lines') nest(byte)
      }
    },
    // An engine takes the whole records before a cut for all there are.
    end() {
      if (shape === 'document' && (depth !== 0 || inString))
        throw new Failure('invalid', 'the JSON cannot be read: it ends before it is complete', { param: 'file' })
    },
  }
}
