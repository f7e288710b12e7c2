import type { Knowledge } from './asked-vocabulary.ts'
import type { SpeechEngine, SpeechRequest, Transcript } from './engine.ts'
import { fitsOnePrompt, namesOf, promptOf } from './knowledge/prompt.ts'
import { wordsIn } from './knowledge/stretches.ts'

/** A recording longer than this is heard once. */
const TWICE_SECONDS = 30

/**
 * Has a recording recognised by an engine that is told which names to expect. Where the data has more names than an engine can be told, and hearing it `twice`
 * costs nothing but time, it is heard once more with the names that sound like what was heard first; those that no sample holds are looked up then.
 */
export async function hearKnowing(engine: SpeechEngine, request: SpeechRequest, { vocabulary, widened }: Knowledge, twice: boolean): Promise<Transcript> {
  const isAll = !twice || fitsOnePrompt(vocabulary)
  const first = await engine.transcribe({ ...request, names: namesOf(vocabulary), prompt: isAll ? promptOf(vocabulary, request.prompt, null) : request.prompt })
  if (!twice || first.noSpeech || (first.durationSeconds ?? 0) > TWICE_SECONDS) return first
  const known = await widened(first.text)
  if (isAll && known === vocabulary) return first
  const prompt = promptOf(known, request.prompt, first.text)
  if (prompt === request.prompt) return first
  const second = await engine.transcribe({ ...request, prompt })
  return isSameSpeech(first.text, second.text) ? second : first
}

/** A second hearing changes names; when it says much more or less, or other figures, it is not to be trusted. */
function isSameSpeech(first: string, second: string): boolean {
  const [before, after] = [wordsIn(first).length, wordsIn(second).length]
  const figures = (text: string) => (text.match(/\d+/g) ?? []).join()
  return after > 0 && after <= before * 1.5 + 2 && after >= before * 0.6 - 2 && figures(first) === figures(second)
}
