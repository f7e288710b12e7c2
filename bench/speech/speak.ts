import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, BufferTarget, EncodedAudioPacketSource, EncodedPacketSink, Input, Output, WebMOutputFormat } from 'mediabunny'

/** Synthetic voices: eSpeak (formants) and two of Flite (recorded units). */
export const VOICES = ['espeak', 'slt', 'rms'] as const
export const FORMATS = ['wav', 'mp3', 'flac', 'ogg', 'webm'] as const
export const NOISES = ['clean', 'hiss', 'telephone', 'room'] as const
export type Speaking = { voice: (typeof VOICES)[number]; format: (typeof FORMATS)[number]; noise: (typeof NOISES)[number] }

/** What speaks, and how each is asked whether it is there. Debian's sox writes MP3 only with its package `libsox-fmt-mp3`. */
const PROGRAMS = {
  'espeak-ng': 'command -v espeak-ng',
  flite: 'command -v flite',
  sox: 'command -v sox',
  'libsox-fmt-mp3': 'sox --help | grep -w mp3',
  opusenc: 'command -v opusenc',
}

/** The programs that speak which this machine lacks. */
export const lackingPrograms = (): string[] =>
  Object.entries(PROGRAMS).flatMap(([name, question]) => {
    try {
      execFileSync('sh', ['-c', question], { stdio: 'ignore' })
      return []
    } catch {
      return [name]
    }
  })

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 60_000 })

/** A sentence as a recording; its files stay in `folder`. */
export async function speak(text: string, { voice, format, noise }: Speaking, folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const [said, dirty, out] = [join(folder, 'said.wav'), join(folder, 'dirty.wav'), join(folder, `out.${format}`)]
  if (voice === 'espeak') run('espeak-ng', '-v', 'en-us', '-s', '150', '-w', said, text)
  else run('flite', '-voice', voice, '-t', text, '-o', said)
  const clean = ['-G', said, '-r', '16000', '-c', '1', dirty, 'pad', '0.2', '0.2']
  if (noise === 'telephone') run('sox', ...clean, 'highpass', '300', 'lowpass', '3400', 'rate', '8000')
  else if (noise === 'room') run('sox', ...clean, 'reverb', '40')
  else run('sox', ...clean)
  if (noise === 'hiss') {
    const [loud, mixed] = [join(folder, 'hiss.wav'), join(folder, 'mixed.wav')]
    run('sox', dirty, loud, 'synth', 'pinknoise', 'vol', '0.03')
    run('sox', '-m', dirty, loud, mixed)
    run('sox', mixed, dirty)
  }
  if (format === 'ogg' || format === 'webm') {
    const opus = join(folder, 'out.opus')
    run('opusenc', '--quiet', '--bitrate', '32', dirty, opus)
    const bytes = new Uint8Array(readFileSync(opus))
    return format === 'ogg' ? bytes : asWebM(bytes)
  }
  run('sox', dirty, out)
  return new Uint8Array(readFileSync(out))
}

/** The packets of an Ogg in a WebM, as browsers record. */
async function asWebM(ogg: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const track = await new Input({ source: new BufferSource(ogg), formats: ALL_FORMATS }).getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('no sound was made')
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? [])
}
