import type { EncodedPacket } from 'mediabunny'
import { isPcm, readPcm } from './pcm.ts'

/** Samples of each channel, and how many a second has. */
export type Decoded = { channels: Float32Array[]; rate: number }
/** Decodes the packets of one track in order; `decode` is given a few at a time. */
export type PacketDecoder = { decode(packets: EncodedPacket[]): Promise<Decoded>; free(): void }
/** What a decoder is made of: `description` is the track's own header. */
export type Track = { codec: string; channels: number; rate: number; description: Uint8Array | null }
/** Decodes whole files of AAC to samples at 16 kHz; `null` where nothing here can. */
export type AacDecoder = ((file: Uint8Array) => Float32Array) | null

const bytesOf = (packets: EncodedPacket[]): Uint8Array[] => packets.map(({ data }) => data)

type Wasm = { channelData: Float32Array[]; sampleRate: number; samplesDecoded: number; errors: unknown[] }

/** Nothing decoded of packets that hold something is a fault; single broken frames are left out. */
function taken({ channelData, sampleRate, samplesDecoded, errors }: Wasm): Decoded {
  if (samplesDecoded === 0 && errors.length) throw new Error('no packet could be decoded')
  return { channels: channelData, rate: sampleRate }
}

/** The decoder of a track, or `null` when this codec is not decoded here. Compiled to WebAssembly, each loaded when it is first needed. */
export async function openPacketDecoder(track: Track, aac: AacDecoder): Promise<PacketDecoder | null> {
  const { codec, channels, rate } = track
  if (isPcm(codec)) {
    return {
      decode: async (packets) => ({ channels: readPcm(codec, concatenated(bytesOf(packets)), channels), rate }),
      free: () => {},
    }
  }
  if (codec === 'mp3') {
    const { MPEGDecoder } = await import('mpg123-decoder')
    const decoder = new MPEGDecoder()
    await decoder.ready
    return { decode: async (packets) => taken(decoder.decodeFrames(bytesOf(packets))), free: () => decoder.free() }
  }
  if (codec === 'flac') {
    const { FLACDecoder } = await import('@wasm-audio-decoders/flac')
    const decoder = new FLACDecoder()
    await decoder.ready
    return { decode: async (packets) => taken(await decoder.decodeFrames(bytesOf(packets))), free: () => decoder.free() }
  }
  if (codec === 'opus') return openOpus(track)
  if (codec === 'aac' && aac) {
    const { openAac } = await import('./aac.ts')
    return openAac(track, aac)
  }
  return null
}

/** More than two channels need a table of streams that recordings of speech do not have. */
async function openOpus({ channels, description }: Track): Promise<PacketDecoder | null> {
  if (channels > 2) return null
  const { OpusDecoder } = await import('opus-decoder')
  // RFC 7845: the samples to leave out at the start stand in the header.
  const preSkip = description && description.length >= 12 ? new DataView(description.buffer, description.byteOffset).getUint16(10, true) : 0
  const decoder = new OpusDecoder({ channels, sampleRate: 16_000, preSkip: Math.round(preSkip / 3) })
  await decoder.ready
  return { decode: async (packets) => taken(decoder.decodeFrames(bytesOf(packets))), free: () => decoder.free() }
}

export function concatenated(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
