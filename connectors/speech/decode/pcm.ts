type Read = (view: DataView, at: number) => number

/** How a sample of each uncompressed form is read: bytes it takes, and its value from -1 to 1. */
const FORMS: Record<string, { bytes: number; read: Read }> = {
  'pcm-u8': { bytes: 1, read: (view, at) => view.getUint8(at) / 128 - 1 },
  'pcm-s8': { bytes: 1, read: (view, at) => view.getInt8(at) / 128 },
  'pcm-s16': { bytes: 2, read: (view, at) => view.getInt16(at, true) / 32_768 },
  'pcm-s16be': { bytes: 2, read: (view, at) => view.getInt16(at) / 32_768 },
  'pcm-s24': { bytes: 3, read: (view, at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 8_388_608 },
  'pcm-s24be': { bytes: 3, read: (view, at) => (view.getInt16(at) * 256 + view.getUint8(at + 2)) / 8_388_608 },
  'pcm-s32': { bytes: 4, read: (view, at) => view.getInt32(at, true) / 2_147_483_648 },
  'pcm-s32be': { bytes: 4, read: (view, at) => view.getInt32(at) / 2_147_483_648 },
  'pcm-f32': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  'pcm-f32be': { bytes: 4, read: (view, at) => view.getFloat32(at) },
  'pcm-f64': { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  'pcm-f64be': { bytes: 8, read: (view, at) => view.getFloat64(at) },
  ulaw: { bytes: 1, read: (view, at) => fromUlaw(view.getUint8(at)) },
  alaw: { bytes: 1, read: (view, at) => fromAlaw(view.getUint8(at)) },
}

export const isPcm = (codec: string): boolean => codec in FORMS

/** The samples of each channel of interleaved bytes; a last frame that is cut short is left out. */
export function readPcm(codec: string, bytes: Uint8Array, channels: number): Float32Array[] {
  const form = FORMS[codec]
  if (!form) throw new Error(`no uncompressed form ${codec}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames = Math.floor(bytes.byteLength / (form.bytes * channels))
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_sample, frame) => finite(form.read(view, (frame * channels + channel) * form.bytes))),
  )
}

const finite = (value: number): number => (value > -8 && value < 8 ? value : 0)

/** ITU-T G.711, µ-law. */
function fromUlaw(byte: number): number {
  const code = ~byte & 0xff
  const magnitude = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)
  return ((code & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768
}

/** ITU-T G.711, A-law. */
function fromAlaw(byte: number): number {
  const code = byte ^ 0x55
  const exponent = (code & 0x70) >> 4
  const mantissa = ((code & 0x0f) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return ((code & 0x80 ? 1 : -1) * magnitude) / 32_768
}
