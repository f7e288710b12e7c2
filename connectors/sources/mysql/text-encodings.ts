/**
 * What mysql2 asks of `iconv-lite`, by the runtime's own decoder: in the Worker it stands in that package's place, whose tables are larger
 * than all else mysql2 has. Sessions speak UTF-8, so that none of this runs but for text a server sends before it was told so.
 */

type Decoder = { write(bytes: Uint8Array): string; end(): string | undefined }
type Encoder = { write(text: string): Uint8Array; end(): Uint8Array | undefined }

/** Fails with `RangeError` for an encoding the runtime does not know. */
export function getDecoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  return { write: (bytes) => decoder.decode(bytes), end: () => undefined }
}

/** Text is only ever sent as UTF-8. Fails with `RangeError` for every other encoding. */
export function getEncoder(encoding: string): Encoder {
  if (!/^utf-?8$/i.test(encoding)) throw new RangeError(`text is not sent as ${encoding}`)
  return { write: (text) => new TextEncoder().encode(text), end: () => undefined }
}
