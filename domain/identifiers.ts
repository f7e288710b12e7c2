export type IdPrefix =
  | 'usr'
  | 'grp'
  | 'mdl'
  | 'prv'
  | 'prm'
  | 'job'
  | 'whk'
  | 'dlv'
  | 'mal'
  | 'run'
  | 'aud'
  | 'key'
  | 'ds'
  | 'ext'
  | 'dsc'
  | 'hier'
  | 'rel'
  | 'msr'
  | 'vq'
  | 'lph'
  | 'flt'
  | 'bud'
  | 'fil'
  | 'ses'
  | 'msg'
  | 'cmp'
  | 'thr'
  | 'cht'
  | 'dsh'
  | 'shr'
  | 'req'
  | 'inv'
  | 'sgn'
  | 'lnk'
  | 'idp'
  | 'idn'
  | 'att'
  | 'liv'
  | 'sph'
  | 'rec'
  | 'app'
  | 'con'
  | 'dir'

/** An id for examples: of the right form, and nobody's. */
export const exampleId = (prefix: IdPrefix): string => `${prefix}_01kap5x1m3z7v8q2r4t6w9y0bc`

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BYTES = 16
/** Randomness for so many identifiers at once: asking for it costs more than making one. */
const POOLED = 128
const pool = new Uint8Array(BYTES * POOLED)
let taken = pool.length
let lastMillis = 0
let sequence = 0

/**
 * A new identifier: `<prefix>_` and the 26 base32 characters (Crockford) of a UUIDv7 (RFC 9562 §5.7).
 * Sorts by creation; within a millisecond the 12 bits of `rand_a` count up (method 1 of §6.2).
 */
export function newId(prefix: IdPrefix, now: number): string {
  const bytes = randomBytes()
  if (now > lastMillis) {
    lastMillis = now
    sequence = ((bytes[6] ?? 0) << 4) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMillis++
    sequence = 0
  }
  for (let i = 5, rest = lastMillis; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  bytes[6] = 0x70 | (sequence >> 8)
  bytes[7] = sequence & 0xff
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return `${prefix}_${base32(bytes)}`
}

/** Bytes nobody else is given; valid until the next call. */
function randomBytes(): Uint8Array {
  if (taken === pool.length) {
    crypto.getRandomValues(pool)
    taken = 0
  }
  taken += BYTES
  return pool.subarray(taken - BYTES, taken)
}

/** 128 bits as 26 characters, most significant first: the order of the text is the order of the number. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 2
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(buffer >> bits) & 31]
    }
  }
  return text
}
