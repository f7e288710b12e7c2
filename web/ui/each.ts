import { asFailure } from '#web/api/failure.ts'
import { readAnew } from '#web/api/paths.ts'
import { text } from '#web/text/controls.ts'
import { tell } from './toasts.tsx'

const AT_ONCE = 4

/** Does something to each of a list, a few at a time, and tells how many it was done to; of failures the first is told. `kind` is what is read anew. */
export async function toEach(kind: string, ids: string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const left = [...ids]
  const failures: unknown[] = []
  async function take(): Promise<void> {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await work(id).catch((error) => failures.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  await readAnew(kind)
  const [first] = failures
  if (first === undefined) tell(text.doneWith(ids.length))
  else tell(text.notDoneWith(failures.length, ids.length, asFailure(first).message), { tone: 'bad' })
}
