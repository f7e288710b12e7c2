import { eq } from 'drizzle-orm'
import { extractions } from '#db/schema/semantics.ts'
import { Failure } from '../../failure.ts'
import { cancelExtraction, type Extraction, getExtraction, startExtraction } from '../../semantics/extraction/extractions.ts'
import { stopOf } from '../../work/worker.ts'
import type { Task, Work } from '../task.ts'

const LOOK_MS = 500

/** Starts an extraction, once for all attempts, and waits for its end. */
export const workExtraction: Work<'extraction'> = async (task) => {
  const { ctx, payload, signal } = task
  const id = await task.idFor('ext')
  const [begun] = await ctx.db.select({ id: extractions.id }).from(extractions).where(eq(extractions.id, id))
  if (!begun) {
    await startExtraction(task.pinned({ ext: id }), payload)
    await task.log(`extraction ${id} begins`)
  }
  const ended = await untilEnded(task, id).catch(async (error) => {
    // A worker that only stops leaves the extraction to the next.
    const why = stopOf(signal)
    if (why !== 'stopping' && why !== 'lost') await cancelExtraction(ctx, id).catch(() => {})
    throw error
  })
  if (ended.status === 'failed') throw new Failure('query_failed', ended.error ?? 'the extraction failed')
  if (ended.status === 'cancelled') throw new Failure('conflict', 'the extraction was cancelled')
  const { added = [], removed = [], changed = [] } = ended.diff ?? {}
  await task.log(`${added.length} added, ${removed.length} removed, ${changed.length} changed`)
  return { result: { extraction_id: id, datasource_id: ended.datasource_id, added: added.length, removed: removed.length, changed: changed.length } }
}

async function untilEnded({ ctx, signal, progress }: Task<'extraction'>, id: string): Promise<Extraction> {
  let told = -1
  for (;;) {
    signal.throwIfAborted()
    const extraction = await getExtraction(ctx, id)
    if (extraction.completed_at !== null) return extraction
    const { columns_done: done, columns_total: total } = extraction.progress
    if (done !== told) await progress(done, total)
    told = done
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
