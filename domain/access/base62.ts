const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes from here on would make some characters likelier than others. */
const unbiased = 256 - (256 % alphabet.length)

/** `length` characters, each of the 62 equally likely (5.95 bits of entropy per character). */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      if (byte < unbiased && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 (ISO-HDLC, as in zlib) of ASCII text. */
export function crc32(text: string): number {
  let value = 0xffffffff
  for (let index = 0; index < text.length; index += 1) value = (value >>> 8) ^ (table[(value ^ text.charCodeAt(index)) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}

/** The CRC-32 of `text` as six base62 characters, most significant first: lets a mistyped or invented credential be refused without a query. */
export function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < 6; index += 1) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
