import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './asking.ts'
import type { Question } from './sets.ts'

const PATIENCE = 60_000
const MOST_LOST = 5
const program = fileURLToPath(new URL('ask-process.ts', import.meta.url))

/** Asks all questions in at most two processes, dialogs in order. A question whose queries take too long ends its process and counts as missed. */
export async function askAll(questions: Question[]): Promise<Map<string, Outcome>> {
  const byFile = [...Map.groupBy(questions, (question) => question.file).values()].sort((a, b) => b.length - a.length)
  const outcomes = new Map<string, Outcome>()
  const waiting = byFile.flatMap((list) => (list.length > 400 ? [list.slice(0, list.length / 2), list.slice(list.length / 2)] : [list]))
  const work = async () => {
    let child = fork(program)
    let lost = 0
    for (let list = waiting.shift(); list !== undefined; list = waiting.shift()) {
      for (const question of list) {
        const outcome = await askOne(child, question)
        outcomes.set(question.id, outcome ?? tooSlow(question))
        lost = outcome ? 0 : lost + 1
        if (outcome) continue
        if (lost > MOST_LOST) throw new Error('the asking process ends on every question')
        child.kill('SIGKILL')
        child = fork(program)
      }
    }
    child.kill()
  }
  await Promise.all([work(), work()])
  return outcomes
}

function askOne(child: ChildProcess, question: Question): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), PATIENCE)
    const finish = (outcome: Outcome | null) => {
      clearTimeout(timer)
      child.removeAllListeners('message')
      child.removeAllListeners('exit')
      resolve(outcome)
    }
    child.once('message', (outcome) => finish(outcome as Outcome))
    child.once('exit', () => finish(null))
    child.send(question)
  })
}

function tooSlow({ id }: Question): Outcome {
  return {
    id,
    kind: 'crash',
    offered: false,
    place: null,
    options: { shown: 0, failed: 0, alike: 0 },
    beside: 0,
    confidence: 0,
    sure: false,
    doubts: null,
    strict: false,
    lenient: false,
    drawn: { strict: false, lenient: false },
    milliseconds: 0,
    chart: null,
    fields: false,
    sql: null,
    message: 'too slow',
    unknownWords: [],
    cause: 'crash',
  }
}
