import { inflateRawSync } from 'node:zlib'

export type Tensor = { dims: number[]; type: number; data: Buffer }
/** CTranslate2's numbers for the types of a tensor. */
export const F32 = 0
export const F16 = 4

/** The tensors of a `model.bin` of CTranslate2 (binary versions 5 and 6), by name. Throws on a model that is no Whisper. */
export function readTensors(model: Buffer): Map<string, Tensor> {
  let at = 0
  const int = (): number => {
    at += 4
    return model.readUInt32LE(at - 4)
  }
  const name = (): string => {
    // The length counts a NUL at the end.
    const length = model.readUInt16LE(at)
    at += 2 + length
    return model.toString('utf8', at - length, at - 1)
  }
  const version = int()
  const kind = name()
  int()
  if (version < 5 || version > 6 || kind !== 'WhisperSpec') throw new Error(`no Whisper model of CTranslate2: ${kind}, version ${version}`)
  const tensors = new Map<string, Tensor>()
  for (let left = int(); left > 0; left--) {
    const id = name()
    const rank = model.readUInt8(at++)
    const dims = Array.from({ length: rank }, int)
    const type = model.readUInt8(at++)
    const bytes = int()
    tensors.set(id, { dims, type, data: model.subarray(at, at + bytes) })
    at += bytes
  }
  return tensors
}

/** The files of a zip archive whose names end with `suffix`, by name. Throws when it is no archive. */
export function unzipped(archive: Buffer, suffix: string): Buffer[] {
  let end = archive.length - 22
  while (end >= 0 && archive.readUInt32LE(end) !== 0x06054b50) end--
  if (end < 0) throw new Error('no zip archive')
  const found: Buffer[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const [nameLength, local] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)]
    if (archive.toString('utf8', at + 46, at + 46 + nameLength).endsWith(suffix)) {
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const body = archive.subarray(from, from + packed)
      found.push(method === 0 ? body : inflateRawSync(body))
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return found
}
