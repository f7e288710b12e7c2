import { Failure } from '#domain/failure.ts'
import { AUDIO_FORMATS, type AudioFormat } from '#domain/speech/engine.ts'

/** Major brands of ISO media files that hold audio or video; stills such as HEIC share the container. */
const MP4_BRAND = /^(?:isom|iso[2-9a-c]|mp4[12]|mp71|avc1|dash|cmf[c2]|M4V|MSNV|mmp4|f4v|ndas)/
const M4A_BRAND = /^(?:M4A|M4B|M4P)/
const OGG_AUDIO = ['OpusHead', '\x01vorbis', 'Speex   ', '\x7fFLAC']
/** Bytes of padding some encoders leave before the first frame. */
const MP3_PADDING = 4096

/**
 * The format of a recording by its bytes, whatever its name says: the marks of RIFF, ISO 14496-12, EBML, RFC 3533, RFC 9639 and MPEG audio frames
 * (ISO 11172-3). Fails with `unsupported_media_type`.
 */
export function recogniseAudio(audio: Uint8Array): AudioFormat {
  const format = formatOf(audio)
  if (format) return format
  throw new Failure('unsupported_media_type', 'the file is no recording in a known format', { param: 'file', hint: `formats: ${AUDIO_FORMATS.join(', ')}` })
}

function formatOf(bytes: Uint8Array): AudioFormat | null {
  const start = textAt(bytes, 0, 4)
  if ((start === 'RIFF' || start === 'RF64') && textAt(bytes, 8, 4) === 'WAVE') return 'wav'
  if (start === 'fLaC') return 'flac'
  if (start === 'OggS') return oggFormat(bytes)
  if (textAt(bytes, 4, 4) === 'ftyp') return mp4Format(textAt(bytes, 8, 4))
  if (start === '\x1aE\xdf\xa3') return textAt(bytes, 4, 64).includes('\x42\x82\x84webm') ? 'webm' : null
  const tag = id3Length(bytes)
  if (tag > 0) return textAt(bytes, tag, 4) === 'fLaC' ? 'flac' : 'mp3'
  return hasMp3Frames(bytes) ? 'mp3' : null
}

const textAt = (bytes: Uint8Array, at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))

function mp4Format(brand: string): AudioFormat | null {
  if (M4A_BRAND.test(brand)) return 'm4a'
  return MP4_BRAND.test(brand) ? 'mp4' : null
}

/** The first page begins with the codec's own mark. */
function oggFormat(bytes: Uint8Array): AudioFormat | null {
  const packet = textAt(bytes, 27 + (bytes[26] ?? 0), 8)
  return OGG_AUDIO.some((mark) => packet.startsWith(mark)) ? 'ogg' : null
}

/** The length of an ID3v2 tag, whose size is written in four times seven bits; 0 without one. */
function id3Length(bytes: Uint8Array): number {
  const [version = 0, , flags = 0, ...sizes] = bytes.subarray(3, 10)
  const isTag = textAt(bytes, 0, 3) === 'ID3' && version >= 2 && version <= 4 && sizes.length === 4 && sizes.every((byte) => byte < 128)
  if (!isTag) return 0
  const size = sizes.reduce((sum, byte) => sum * 128 + byte, 0)
  return 10 + size + (flags & 0x10 ? 10 : 0)
}

/** A frame at the very start, or two behind some padding, the second at the place the first says. */
function hasMp3Frames(bytes: Uint8Array): boolean {
  if (mp3FrameLength(bytes, 0) > 0) return true
  for (let at = 1; at <= MP3_PADDING && at + 4 <= bytes.length; at++) {
    const length = mp3FrameLength(bytes, at)
    if (length > 0 && mp3FrameLength(bytes, at + length) > 0) return true
  }
  return false
}

const KBIT = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const HERTZ = [44_100, 48_000, 32_000]

/** Bytes of the layer III frame whose header stands at `at`; 0 when none does. */
function mp3FrameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  const version = (kind >> 3) & 3
  if (sync !== 0xff || kind >> 5 !== 7 || version === 1 || ((kind >> 1) & 3) !== 1) return 0
  const isMpeg1 = version === 3
  const kbit = (isMpeg1 ? KBIT.mpeg1 : KBIT.mpeg2)[(rates >> 4) - 1]
  const hertz = HERTZ[(rates >> 2) & 3]
  if (!kbit || !hertz) return 0
  const rate = hertz / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  return Math.floor(((isMpeg1 ? 144 : 72) * kbit * 1000) / rate) + ((rates >> 1) & 1)
}
