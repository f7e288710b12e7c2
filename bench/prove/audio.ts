import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileRecordings } from '#test/fixtures/hostile-recordings.ts'
import { lacksSpeech } from '#test/speech-engine.ts'
import { given, isSmoke, leaveOut, sized } from '../smoke.ts'
import { type HumanSpeech, humanSpeech } from '../speech/human.ts'
import { added, type Score, scoreOf, told } from '../speech/score.ts'
import { SENTENCES, type SourceName } from '../speech/sentences.ts'
import { openService } from '../speech/service.ts'
import { SOURCES } from '../speech/sources.ts'
import { FORMATS, lackingPrograms, NOISES, type Speaking, speak, VOICES } from '../speech/speak.ts'

/**
 * Sixty sentences about three data sources, spoken by synthetic voices in several formats and noises, with and without what the semantic layer knows; then hostile
 * files. `npm run prove:audio -- <recordings>`: how many of the 180 (each sentence by each voice) are tried; the first 60 have every sentence once.
 */
const NAMES_TIMES = 1.5
/** The words the layer's bias may spoil in speech that holds none of its names, of a hundred. */
const SPOILT = 2
const MEMORY_MB = 256
const SECONDS = 20

const lacking = lackingPrograms()
const why = lacksSpeech ?? (lacking.length ? `this machine lacks ${lacking.join(', ')} (Debian has them)` : null)
if (why) {
  leaveOut(why)
  console.log(`cannot be proved here: ${why}`)
  process.exit(1)
}

let isUnspoilt = true
const most = sized(Number(given[0] ?? 180), 2)
const folder = mkdtempSync(join(tmpdir(), 'prove-audio-'))
const service = await openService(folder)
try {
  const ids = {} as Record<SourceName, string>
  for (const name of Object.keys(SOURCES) as SourceName[]) ids[name] = await service.connect(name, SOURCES[name])

  const recordings = VOICES.flatMap((_, round) =>
    SENTENCES.map((sentence, at): { sentence: (typeof SENTENCES)[number]; speaking: Speaking } => ({
      sentence,
      speaking: {
        voice: VOICES[(at + round) % VOICES.length] ?? 'slt',
        format: FORMATS[(at + round) % FORMATS.length] ?? 'wav',
        noise: NOISES[(at + 2 * round) % NOISES.length] ?? 'clean',
      },
    })),
  ).slice(0, most)
  const scores: Record<'without' | 'biased' | 'repaired', Score[]> = { without: [], biased: [], repaired: [] }
  const byVoice = new Map<string, Score[]>()
  for (const [at, { sentence, speaking }] of recordings.entries()) {
    const audio = await speak(sentence.text, speaking, folder)
    const without = await service.transcribe(audio, { language: 'en' })
    const biased = await service.transcribe(audio, { language: 'en', datasource_id: ids[sentence.source], optimize: 'true' })
    const score = (heard: string) => scoreOf(sentence.text, sentence.names, heard)
    scores.without.push(score(without.text))
    scores.biased.push(score(biased.raw_text ?? biased.text))
    scores.repaired.push(score(biased.text))
    const voice = `${speaking.voice} ${speaking.noise}`
    byVoice.set(voice, [...(byVoice.get(voice) ?? []), score(biased.text)])
    if (process.env.VERBOSE)
      console.log(
        `${at + 1} ${speaking.voice} ${speaking.format} ${speaking.noise}\n  said     ${sentence.text}\n  without  ${without.text}\n  biased   ${biased.raw_text}\n  repaired ${biased.text}`,
      )
  }
  for (const [voice, list] of byVoice) console.log(`${voice.padEnd(18)} ${told(added(list))}`)

  const faults = await service.tryHostile(sized(hostileRecordings(), hostileRecordings().slice(0, 4)), { memoryMb: MEMORY_MB, seconds: SECONDS })
  for (const fault of faults.lines) console.log(fault)

  const [without, biased, repaired] = [added(scores.without), added(scores.biased), added(scores.repaired)]
  await tryHumanSpeech(ids.freight)
  console.log(`without the layer   ${told(without)}`)
  console.log(`with its bias       ${told(biased)}`)
  console.log(`and names repaired  ${told(repaired)}`)
  const times = repaired.namesRight / Math.max(1, without.namesRight)
  console.log(
    `hostile files: ${faults.tried - faults.lines.length} of ${faults.tried} refused in words, in time and in memory (most ${Math.round(faults.grewMb)} MB over its base)`,
  )
  console.log(
    `names right: ${times.toFixed(2)} times as many with what the layer knows (goal ${NAMES_TIMES}); numbers changed by it: ${Math.max(0, biased.figuresRight - repaired.figuresRight)}`,
  )
  const isMet = isUnspoilt && times >= NAMES_TIMES && repaired.figuresRight >= biased.figuresRight && faults.lines.length === 0
  process.exitCode = isMet || (isSmoke && faults.lines.length === 0) ? 0 : 1
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** People who speak of other things: what is known of the data must not be heard into it. */
async function tryHumanSpeech(datasource_id: string): Promise<void> {
  let speech: HumanSpeech[]
  try {
    speech = sized(humanSpeech(), humanSpeech().slice(0, 2))
  } catch (error) {
    console.log(`human speech: none was tried (${error instanceof Error ? error.message.split('\n')[0] : error})`)
    return
  }
  const scores: Record<'without' | 'repaired', Score[]> = { without: [], repaired: [] }
  for (const { speaker, text, audio } of speech) {
    const without = await service.transcribe(audio, { language: 'en' })
    const repaired = await service.transcribe(audio, { language: 'en', datasource_id, optimize: 'true' })
    scores.without.push(scoreOf(text, [], without.text))
    scores.repaired.push(scoreOf(text, [], repaired.text))
    if (process.env.VERBOSE) console.log(`${speaker}\n  said     ${text}\n  without  ${without.text}\n  repaired ${repaired.text}`)
  }
  const [without, repaired] = [added(scores.without), added(scores.repaired)]
  const rate = ({ errors, words }: Score) => (100 * errors) / Math.max(1, words)
  isUnspoilt = rate(repaired) <= rate(without) + SPOILT
  console.log(
    `human speech, ${speech.length} recordings of two people who name nothing of the data: word error rate ${rate(without).toFixed(1)} %, with what the layer knows ${rate(repaired).toFixed(1)} %`,
  )
}
