import type { Database } from '#db/client.ts'
import { completions, messages, sessionShares, sessions } from '#db/schema/sessions.ts'
import { at, type Ids, stamps } from './ids.ts'

/** A session with an answer, and a link to it. */
export function sessionSeeds(db: Database, ids: Ids) {
  return [
    db.insert(sessions).values({
      id: ids.session,
      user_id: ids.owner,
      title: 'Revenue',
      model: 'analyst',
      archived: false,
      pinned: false,
      tags: [],
      message_count: 1,
      last_message_at: at,
      ...stamps,
    }),
    db.insert(sessionShares).values({ id: ids.sharedLink, session_id: ids.session, user_id: ids.owner, title: 'Revenue', snapshot: [], created_at: at }),
    db.insert(completions).values({
      id: ids.completion,
      session_id: ids.session,
      user_id: ids.owner,
      model: 'analyst',
      status: 'completed',
      finish_reason: 'stop',
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      created_at: at,
      completed_at: at,
    }),
    db.insert(messages).values({
      id: ids.message,
      session_id: ids.session,
      completion_id: ids.completion,
      role: 'assistant',
      content: 'Four.',
      attachments: [],
      is_incomplete: false,
      created_at: at,
    }),
  ]
}
