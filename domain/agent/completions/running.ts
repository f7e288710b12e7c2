import type { Attachment } from '../sessions/attachments.ts'
import type { AnswerStatus } from './events.ts'

/** What happens in an answer beside its text. */
export type AnswerMark = { type: 'status'; status: AnswerStatus } | { type: 'model'; model: string } | { type: 'attachment'; attachment: Attachment }

/** An answer that is being given, as those who follow it read it: nothing is held twice, so it is as large as the answer. */
export type AnswerLog = {
  came: { content: string; attachments: Attachment[] }
  /** Each with the length the text had by then. */
  marks: { at: number; mark: AnswerMark }[]
  /** The answer is stored. */
  isOver: boolean
}

/** The answers this process is giving, so that one can be stopped and followed from another request. */
export type RunningCompletions = {
  add(id: string, log: AnswerLog, stop: () => void): void
  remove(id: string): void
  /** Stops an answer at once; false when another process gives it, or none. */
  stop(id: string): boolean
  /** What has come of an answer; absent when another process gives it, or none. */
  logOf(id: string): AnswerLog | undefined
}

export function createRunningCompletions(): RunningCompletions {
  const running = new Map<string, { log: AnswerLog; stop: () => void }>()
  return {
    add: (id, log, stop) => void running.set(id, { log, stop }),
    remove: (id) => void running.delete(id),
    stop: (id) => {
      const found = running.get(id)
      found?.stop()
      return found !== undefined
    },
    logOf: (id) => running.get(id)?.log,
  }
}
