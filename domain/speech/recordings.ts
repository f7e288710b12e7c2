import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages, recordings } from '#db/schema/sessions.ts'
import type { SessionRow } from '../agent/sessions/session-shape.ts'
import { noteForeignRead, requireSession } from '../agent/sessions/sessions.ts'
import { notFound, requireUser } from '../allow.ts'
import { commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { exampleId } from '../identifiers.ts'
import { equalTo, idFilter } from '../list-filters.ts'
import { listQueries, type Page, readPage } from '../pagination.ts'
import { Instant } from '../strict.ts'
import { AUDIO_FORMATS, type AudioFormat } from './engine.ts'

/** Bytes of a recording that is kept: half an hour of what browsers record. */
export const MOST_KEPT_BYTES = 10_000_000

export const StoredRecording = z
  .object({
    id: z.string().meta({ example: exampleId('rec') }),
    recording_id: z.string(),
    user_id: z.string().meta({ description: 'Who speaks' }),
    session_id: z.string().nullable(),
    message_id: z.string().nullable().meta({ description: 'The question it became' }),
    format: z.enum(AUDIO_FORMATS as [AudioFormat, ...AudioFormat[]]),
    size: z.int().meta({ description: 'Bytes' }),
    seconds: z.number().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'StoredRecording' })
export type StoredRecording = z.infer<typeof StoredRecording>

const columns = {
  id: recordings.id,
  recording_id: sql<string>`${recordings.id}`.as('recording_id'),
  user_id: recordings.user_id,
  session_id: recordings.session_id,
  message_id: recordings.message_id,
  format: recordings.format,
  size: recordings.size,
  seconds: recordings.seconds,
  created_at: recordings.created_at,
}

const queries = listQueries({}, { session_id: idFilter('Those of this session; one’s own when absent') })
const without = { q: true, sort: true, updated_from: true, updated_to: true } as const
export const recordingQueries = { list: queries.list.omit(without), page: queries.page.omit(without) }

/** Fails with `payload_too_large`, and for a session that is not the caller's to write in with `not_found` or `forbidden`. For the start of a transcription. */
export async function requireKeeping(ctx: Context, bytes: number, sessionId: string | undefined): Promise<void> {
  if (bytes > MOST_KEPT_BYTES)
    throw new Failure('payload_too_large', `a recording of more than ${MOST_KEPT_BYTES / 1_000_000} MB is not kept`, { param: 'store' })
  if (sessionId) await requireSession(ctx, sessionId, 'edit', 'session_id')
}

/** The statement that keeps a recording. */
export function keepRecording(
  ctx: Context,
  kept: { id: string; audio: Uint8Array; format: AudioFormat; seconds: number | null; sessionId: string | undefined },
) {
  const { id, audio, format, seconds, sessionId } = kept
  return ctx.db.insert(recordings).values({
    ...{ id, format, seconds, user_id: requireUser(ctx).userId, session_id: sessionId ?? null, message_id: null },
    ...{ size: audio.byteLength, sound: audio as Buffer, created_at: instantOf(ctx) },
  })
}

/** Newest first: those of a session the caller may view, else his own. */
export async function listRecordings(
  ctx: Context,
  query: z.output<typeof recordingQueries.list> | z.output<typeof recordingQueries.page>,
): Promise<Page<StoredRecording>> {
  const { userId } = requireUser(ctx)
  const session = query.session_id ? await viewed(ctx, query.session_id) : null
  if (session) noteForeignRead(ctx, session)
  const isShown = session ? undefined : eq(recordings.user_id, userId)
  const where = and(equalTo(recordings.session_id, query.session_id), isShown)
  return readPage<StoredRecording>(ctx, { table: recordings, columns, where, query })
}

/** The speaker's own, and of a session those of who may view it. Fails with `not_found`. */
export async function getRecording(ctx: Context, id: string): Promise<StoredRecording> {
  const { userId } = requireUser(ctx)
  const [found] = await ctx.db.select(columns).from(recordings).where(eq(recordings.id, id))
  if (!found) throw notFound('recording')
  if (found.user_id === userId) return found
  if (!found.session_id) throw notFound('recording')
  const session = await viewed(ctx, found.session_id)
  if (!session) throw notFound('recording')
  noteForeignRead(ctx, session)
  return found
}

/** The session, when the caller may view it. */
async function viewed(ctx: Context, id: string): Promise<SessionRow | null> {
  try {
    return await requireSession(ctx, id, 'view')
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null
    throw error
  }
}

/** Its sound. Fails as `getRecording` does. */
export async function readRecording(ctx: Context, id: string): Promise<{ format: AudioFormat; sound: Uint8Array }> {
  const { format } = await getRecording(ctx, id)
  const [kept] = await ctx.db.select({ sound: recordings.sound }).from(recordings).where(eq(recordings.id, id))
  if (!kept) throw notFound('recording')
  return { format, sound: kept.sound }
}

/** Puts it with the question it became: a message of the speaker's in a session he may write in. The speaker's alone. Fails with `not_found`, `forbidden`. */
export async function attachRecording(ctx: Context, id: string, message_id: string): Promise<StoredRecording> {
  const { userId } = requireUser(ctx)
  const before = await getRecording(ctx, id)
  if (before.user_id !== userId) throw new Failure('forbidden', 'a recording is put with a message by who speaks in it')
  const [message] = await ctx.db
    .select({ session_id: messages.session_id })
    .from(messages)
    .where(and(eq(messages.id, message_id), eq(messages.role, 'user')))
  if (!message) throw notFound('message', 'message_id')
  await requireSession(ctx, message.session_id, 'edit', 'message_id')
  const change = ctx.db.update(recordings).set({ message_id, session_id: message.session_id }).where(eq(recordings.id, id)).returning(columns)
  return commitOne(ctx, change, { type: 'recording.attached', resource: { type: 'recording', id }, details: { session_id: message.session_id, message_id } })
}

/** The speaker, and who owns the session. Fails with `not_found`, `forbidden`. */
export async function deleteRecording(ctx: Context, id: string): Promise<void> {
  const { user_id, session_id } = await getRecording(ctx, id)
  if (user_id !== requireUser(ctx).userId && session_id) await requireSession(ctx, session_id, 'own')
  const change = ctx.db.delete(recordings).where(eq(recordings.id, id)).returning({ id: recordings.id })
  await commitOne(ctx, change, { type: 'recording.deleted', resource: { type: 'recording', id }, details: { user_id, session_id } })
}
