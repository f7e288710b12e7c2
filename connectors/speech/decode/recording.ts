import { ALL_FORMATS, BufferSource, type EncodedPacket, EncodedPacketSink, Input, type InputAudioTrack } from 'mediabunny'
import { Failure } from '#domain/failure.ts'
import { type AacDecoder, type Decoded, openPacketDecoder, type Track } from './packet-decoders.ts'
import { createResampler, type Resampler } from './resampler.ts'

export type DecodeLimits = { maxSeconds: number; maxChannels: number; minRate: number; maxRate: number }

export const DECODE_LIMITS: Omit<DecodeLimits, 'maxSeconds'> = { maxChannels: 8, minRate: 4_000, maxRate: 192_000 }

/** Bytes of packets decoded at a time. */
const PIECE_BYTES = 64_000
/** Packets decoded at a time, however small: they may hold much more than their bytes. */
const PIECE_PACKETS = 250

const refused = (message: string, cause?: unknown): Failure => new Failure('unsupported_media_type', message, { param: 'file', cause })

/**
 * The samples of a recording at 16 kHz in one channel, in pieces of some seconds, decoded as they are asked for: what is held at a time does not grow with its
 * length, whatever its header claims. Fails with `unsupported_media_type` for what cannot be decoded, `payload_too_large` for what is longer than `maxSeconds`,
 * `invalid` for channels or sample rates nobody records speech with.
 */
export async function* decodeRecording(bytes: Uint8Array, limits: DecodeLimits, aac: AacDecoder): AsyncGenerator<Float32Array, void> {
  if (claimsImpossibleSamples(bytes)) throw refused('the recording cannot be read: its index is damaged')
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const found = await input.getPrimaryAudioTrack().catch((error: unknown) => {
    throw refused('the recording cannot be read: it is damaged or cut off', error)
  })
  if (!found) throw refused('the file holds no sound')
  const track = await described(found)
  checkTrack(track, limits)
  const claimed = await found.getDurationFromMetadata().catch(() => null)
  if (claimed !== null && claimed > limits.maxSeconds) throw tooLong(limits)
  const pieces = track.codec === 'vorbis' ? decodeVorbis(bytes) : decodePackets(found, track, aac)
  yield* bounded(pieces, limits)
}

/** Whether the table of times of an MP4 (`stts`, ISO 14496-12) speaks of more samples than the file has bytes: reading it would take for ever. */
function claimsImpossibleSamples(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 4, 8) !== 'ftyp') return false
  for (let at = file.indexOf('stts'); at >= 0 && at + 16 <= file.length; at = file.indexOf('stts', at + 4)) {
    if (file.readUInt32BE(at + 8) > 0 && file.readUInt32BE(at + 12) > file.length) return true
  }
  return false
}

const tooLong = ({ maxSeconds }: DecodeLimits): Failure =>
  new Failure('payload_too_large', `the recording is longer than ${Math.floor(maxSeconds / 60)} minutes`, { param: 'file' })

async function described(track: InputAudioTrack): Promise<Track> {
  try {
    const config = await track.getDecoderConfig()
    const header = config?.description
    const description = header
      ? new Uint8Array(ArrayBuffer.isView(header) ? header.buffer.slice(header.byteOffset, header.byteOffset + header.byteLength) : header)
      : null
    return { codec: track.codec ?? 'unknown', channels: track.numberOfChannels, rate: track.sampleRate, description }
  } catch (error) {
    throw refused('the recording cannot be read: its header is damaged', error)
  }
}

function checkTrack({ channels, rate }: Track, { maxChannels, minRate, maxRate }: DecodeLimits): void {
  const invalid = (message: string) => new Failure('invalid', message, { param: 'file' })
  if (!(channels >= 1 && channels <= maxChannels)) throw invalid(`the recording has ${channels} channels; at most ${maxChannels} are taken`)
  if (!(rate >= minRate && rate <= maxRate)) throw invalid(`the recording has ${rate} samples a second; ${minRate} to ${maxRate} are taken`)
}

/** Ends a recording that goes on for longer than it may, and makes it one channel at 16 kHz. */
async function* bounded(pieces: AsyncIterable<Decoded>, limits: DecodeLimits): AsyncGenerator<Float32Array, void> {
  let resampler: Resampler | undefined
  let resampled = 0
  let seconds = 0
  for await (const { channels, rate } of pieces) {
    const samples = mixed(channels)
    if (samples.length === 0) continue
    seconds += samples.length / rate
    if (seconds > limits.maxSeconds) throw tooLong(limits)
    if (!resampler || resampled !== rate) resampler = createResampler(rate)
    resampled = rate
    yield resampler.take(samples)
  }
  if (!resampler) throw refused('the recording holds no sound that can be decoded')
  yield resampler.end()
}

async function* decodePackets(found: InputAudioTrack, track: Track, aac: AacDecoder): AsyncGenerator<Decoded, void> {
  const decoder = await openPacketDecoder(track, aac)
  if (!decoder) throw refused(`sound of the kind "${track.codec}" is not decoded here`)
  let heard = false
  try {
    for await (const packets of grouped(found)) {
      const decoded = await decoder.decode(packets)
      heard ||= (decoded.channels[0]?.length ?? 0) > 0
      yield decoded
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    // What was heard before the damage is worth its text; a recording that was cut off ends like this.
    if (!heard) throw refused('the recording cannot be decoded: it is damaged', error)
  } finally {
    decoder.free()
  }
}

async function* grouped(track: InputAudioTrack): AsyncGenerator<EncodedPacket[], void> {
  let group: EncodedPacket[] = []
  let size = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    group.push(packet)
    size += packet.data.byteLength
    if (size < PIECE_BYTES && group.length < PIECE_PACKETS) continue
    yield group
    group = []
    size = 0
  }
  if (group.length) yield group
}

/** Vorbis in Ogg, whose decoder reads the container itself. */
async function* decodeVorbis(bytes: Uint8Array): AsyncGenerator<Decoded, void> {
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis')
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const { channelData, sampleRate, samplesDecoded } = await decoder.decode(bytes.subarray(at, at + PIECE_BYTES))
      if (samplesDecoded) yield { channels: channelData, rate: sampleRate }
    }
    const { channelData, sampleRate, samplesDecoded } = await decoder.flush()
    if (samplesDecoded) yield { channels: channelData, rate: sampleRate }
  } catch (error) {
    throw refused('the recording cannot be decoded: it is damaged', error)
  } finally {
    decoder.free()
  }
}

/** All channels as one, each as loud as the others. */
function mixed(channels: Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = channels
  if (!others.length) return first
  return first.map((sample, index) => others.reduce((sum, channel) => sum + (channel[index] ?? 0), sample) / channels.length)
}
