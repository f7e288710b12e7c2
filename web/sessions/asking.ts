import { useSyncExternalStore } from 'react'
import type { AnswerStatus, Attachment } from './shapes.ts'

/** A part of the work on an answer, as it is told while it happens. */
export type Step = { status: AnswerStatus; startedAt: number; endedAt: number | null }

/** An answer that is being given, or that broke off. */
export type Asking = {
  question: string
  sessionId: string | null
  completionId: string | null
  text: string
  steps: Step[]
  attachments: Attachment[]
  /** `waiting`: the connection is lost, and tried again. */
  phase: 'running' | 'waiting' | 'storing' | 'failed'
  error: unknown
}

/** The place of a question in a session that does not exist yet. */
export const NEW = 'new'

const askings = new Map<string, Asking>()
/** How the answers of this visit came about, by their completion. */
const finished = new Map<string, Step[]>()
const listeners = new Set<() => void>()

export const askingIn = (place: string): Asking | undefined => askings.get(place)
export const stepsOf = (completionId: string | null): Step[] => (completionId === null ? [] : (finished.get(completionId) ?? []))

export function putAsking(place: string, asking: Asking | null): void {
  if (asking) askings.set(place, asking)
  else askings.delete(place)
  if (asking?.completionId) finished.set(asking.completionId, asking.steps)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The answer being given in a session, or in the one that is about to begin. */
export const useAsking = (place: string): Asking | undefined => useSyncExternalStore(listen, () => askings.get(place))
