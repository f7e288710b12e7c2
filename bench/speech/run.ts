import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DECODE_LIMITS, decodeRecording } from '#connectors/speech/decode/recording.ts'
import { openBinding } from '#connectors/speech/whisper/binding.ts'
import { modelPath } from '#connectors/speech/whisper/installed.ts'
import { enginePath, lacksSpeech, smallModel, speechFolder, spoken } from '#test/speech-engine.ts'
import { cpuSeconds, median } from '../processes.ts'
import { endTimed, leaveOut, sized } from '../smoke.ts'
import { openService } from './service.ts'

/** What a transcription costs beside the same engine run bare, in processor seconds, which a busy machine does not stretch as it does the clock. */
const MOST_TIMES = 1.1
const ROUNDS = sized(7, 1)

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
console.log(`memory of all processes: ${Math.round(service.heldMb())} MB; to the first text of a stream: as long as its first half minute takes`)
console.log(`the service takes ${(ours / theirs).toFixed(2)} times what the engine takes bare (goal ${MOST_TIMES})`)
await service.stop()
rmSync(folder, { recursive: true, force: true })
endTimed(ours <= theirs * MOST_TIMES)
