import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DECODE_LIMITS, decodeRecording } from '#connectors/speech/decode/recording.ts'
import { openBinding } from '#connectors/speech/whisper/binding.ts'
import { modelPath } from '#connectors/speech/whisper/installed.ts'
import { waveOf } from '#domain/speech/wave.ts'
import { enginePath, lacksSpeech, smallModel, speechFolder, spoken } from '#test/speech-engine.ts'
import { cpuSeconds, median } from '../processes.ts'
import { endTimed, leaveOut, sized } from '../smoke.ts'
import { openService } from './service.ts'

/** What a transcription costs beside the same engine run bare, in processor seconds, which a busy machine does not stretch as it does the clock. */
const MOST_TIMES = 1.1
const ROUNDS = sized(7, 1)
/** The least that the workspace sends at a time. */
const PIECE_SECONDS = 2

if (lacksSpeech) {
  leaveOut(lacksSpeech)
  console.log(`cannot be timed here: ${lacksSpeech}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'bench-audio-'))
const service = await openService(folder)
const bare = openBinding(enginePath).load(modelPath(speechFolder, smallModel))
const sound: number[] = []
for await (const piece of decodeRecording(spoken('revenue.wav'), { ...DECODE_LIMITS, maxSeconds: 60 }, null)) sound.push(...piece)
const samples = Float32Array.from(sound)
const job = { language: 'en', prompt: null, temperature: null, translate: false, words: false, threads: 1 }

await service.transcribe(spoken('revenue.wav'), { language: 'en' })
await bare.hear(samples, job)
const cost: { service: number[]; bare: number[]; wall: number[] } = { service: [], bare: [], wall: [] }
for (let round = 0; round < ROUNDS; round++) {
  const [before, began] = [cpuSeconds(service.pid), performance.now()]
  await service.transcribe(spoken('revenue.wav'), { language: 'en' })
  cost.service.push(cpuSeconds(service.pid) - before)
  cost.wall.push((performance.now() - began) / 1000)
  const own = process.cpuUsage()
  await bare.hear(samples, job)
  const { user, system } = process.cpuUsage(own)
  cost.bare.push((user + system) / 1e6)
}
const [ours, theirs] = [median(cost.service), median(cost.bare)]
console.log(
  `one question of ${(samples.length / 16_000).toFixed(1)} s with ${smallModel}: ${ours.toFixed(2)} s of a processor, bare ${theirs.toFixed(2)} s, ${median(cost.wall).toFixed(1)} s by the clock`,
)
const first = await firstPartial()
console.log(`memory of all processes: ${Math.round(service.heldMb())} MB`)
console.log(
  `live: the first partial text ${median(first.service).toFixed(2)} s after a piece of ${PIECE_SECONDS} s is whole, ${(median(first.service) + PIECE_SECONDS).toFixed(2)} s after the first word; the engine bare takes ${median(first.bare).toFixed(2)} s for it (${(median(first.service) / median(first.bare)).toFixed(2)} times, by the clock)`,
)
console.log(`the service takes ${(ours / theirs).toFixed(2)} times what the engine takes bare (goal ${MOST_TIMES})`)
await service.stop()
rmSync(folder, { recursive: true, force: true })
endTimed(ours <= theirs * MOST_TIMES)

/** Seconds by the clock from a first piece to its text, in turn with the engine bare. */
async function firstPartial(): Promise<{ service: number[]; bare: number[] }> {
  const said = Int16Array.from({ length: PIECE_SECONDS * 16_000 }, (_, at) => (samples[at] ?? 0) * 32_767)
  const bareSound = Float32Array.from(said, (sample) => sample / 32_767)
  const took: { service: number[]; bare: number[] } = { service: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = (await service.call('POST', '/audio/live', { language: 'en' })).body
    const form = new FormData()
    form.append('sequence', '0')
    form.append('file', new File([waveOf(said)], 'piece.wav'))
    let began = performance.now()
    const { status } = await service.call('POST', `/audio/live/${id}/pieces`, form)
    if (status !== 200) throw new Error(`the piece was answered with ${status}`)
    took.service.push((performance.now() - began) / 1000)
    await service.call('DELETE', `/audio/live/${id}`)
    began = performance.now()
    await bare.hear(bareSound, job)
    took.bare.push((performance.now() - began) / 1000)
  }
  return took
}
