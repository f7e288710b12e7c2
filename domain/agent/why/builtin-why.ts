import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import type { Language } from '#domain/language.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { toolResults } from '../model/builtin-prompt.ts'
import type { Speech } from '../model/builtin-stream.ts'
import { changeWordsIn } from './change-said.ts'
import { whyAsked } from './why-question.ts'

type Facts = { layers: Layer[]; now: Date; timeZone: string; lexicons: LexiconCache; language?: Language | undefined }

/** What our own model says to "why did sales drop in March?": first what it wants looked into, then what came of it. Null for any other question. */
export function answerWhy(
  question: string,
  { layers, now, timeZone, lexicons, language }: Facts,
  prompt: LanguageModelV4Prompt,
  mayCall: boolean,
): Speech | null {
  if (!/^\s*why\b/i.test(question)) return null
  const output = toolResults(prompt).find(({ toolName }) => toolName === 'explain_change')?.output
  if (output?.type === 'json') return { text: String((output.value as { said?: string }).said ?? ''), call: null }
  if (output?.type === 'error-json') {
    const { error } = output.value as { error?: { message?: string } }
    return { text: changeWordsIn(language).unexplained(error?.message ?? 'the query failed'), call: null }
  }
  if (!mayCall) return null
  for (const layer of layers) {
    const asked = whyAsked({ question, layer, previous: null, clock: { now, timeZone }, cache: lexicons })
    if (!asked) continue
    const title = question
      .trim()
      .replace(/[?.!\s]+$/, '')
      .slice(0, 200)
    return { text: '', call: { name: 'explain_change', input: { datasource_id: layer.datasourceId, ...asked, title } } }
  }
  return null
}
