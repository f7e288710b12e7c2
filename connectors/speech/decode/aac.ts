import { BufferTarget, EncodedAudioPacketSource, type EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import type { AacDecoder, Decoded, PacketDecoder, Track } from './packet-decoders.ts'
import { SPEECH_RATE } from './resampler.ts'

/** Samples of a frame of AAC. */
const FRAME = 1024

/**
 * AAC in pieces, for a decoder that takes whole files only: each piece becomes a small MP4 that begins with the last packet of the piece before, because a
 * frame is heard in full only with the one ahead of it.
 */
export function openAac(track: Track, decodeFile: NonNullable<AacDecoder>): PacketDecoder {
  let before: EncodedPacket | null = null
  async function decode(packets: EncodedPacket[]): Promise<Decoded> {
    const file = await wrapped(track, before ? [before, ...packets] : packets)
    const samples = decodeFile(file)
    const lead = before ? Math.round((FRAME * SPEECH_RATE) / track.rate) : 0
    before = packets.at(-1) ?? before
    return { channels: [samples.subarray(Math.min(lead, samples.length))], rate: SPEECH_RATE }
  }
  return { decode, free: () => {} }
}

async function wrapped({ channels, rate, description }: Track, packets: EncodedPacket[]): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'mp4a.40.2', numberOfChannels: channels, sampleRate: rate, ...(description ? { description } : {}) }
  for (const [index, packet] of packets.entries()) {
    const placed = packet.clone({ timestamp: (index * FRAME) / rate, duration: FRAME / rate })
    await source.add(placed, { decoderConfig })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('no packet could be decoded')
  return new Uint8Array(target.buffer)
}
