import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How much a process of long work steps back: beside one that does not it gets about a quarter of a processor. */
const STEP = 5

/**
 * Lets a process step back behind all others while processors are short; where they are not it loses nothing. Answers how it comes forward again, which tells
 * whether it could: many systems let only the privileged raise what was lowered.
 */
export function stepBack(pid: number): () => boolean {
  const before = attempt(() => getPriority(pid)) ?? 0
  setAll(pid, Math.min(19, before + STEP))
  return () => setAll(pid, before)
}

function setAll(pid: number, priority: number): boolean {
  return threadsOf(pid).every((thread) => attempt(() => setPriority(thread, priority)) !== null || !isThere(pid, thread))
}

/** On Linux each thread has a priority of its own, and those that begin later inherit their maker's. */
function threadsOf(pid: number): number[] {
  return attempt(() => readdirSync(`/proc/${pid}/task`).map(Number)) ?? [pid]
}

/** A thread that ended meanwhile hinders nothing. */
const isThere = (pid: number, thread: number): boolean => threadsOf(pid).includes(thread)

function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
