import { z } from 'zod'
import { exampleId } from '../identifiers.ts'
import { idFilter } from '../list-filters.ts'
import { listQueries } from '../pagination.ts'
import { Instant } from '../strict.ts'

export const MailStatus = z.enum(['queued', 'sent', 'failed']).meta({ id: 'MailStatus' })
const MailKind = z
  .enum(['test', 'invitation', 'password_reset', 'password_changed', 'signin_locked', 'second_factor', 'identity_unlinked', 'job'])
  .meta({ id: 'MailKind' })

export const Mail = z
  .object({
    id: z.string().meta({ example: exampleId('mal') }),
    mail_id: z.string(),
    kind: MailKind,
    user_id: z.string().meta({ description: 'To whom it goes' }),
    status: MailStatus.meta({ description: '`sent`: the mail server or provider took it. `failed`: it was refused, or nobody took it for a day' }),
    tries: z
      .array(
        z.object({
          at: Instant,
          outcome: z.enum(['taken', 'later', 'never']).meta({ description: 'Taken; not now, so that it is tried again; or never' }),
          duration_ms: z.int(),
          reply: z
            .string()
            .meta({ description: 'What the mail server said, or why it was not reached', example: 'RCPT TO: 450 4.2.0 greylisted, try again later' }),
        }),
      )
      .meta({ description: 'The last 30' }),
    job_id: z.string().nullable(),
    job_run_id: z.string().nullable(),
    created_at: Instant,
    expires_at: Instant.meta({ description: 'Until when it is tried' }),
    completed_at: Instant.nullable(),
  })
  .meta({ id: 'Mail' })
export type Mail = z.infer<typeof Mail>

const queries = listQueries(
  {},
  {
    status: MailStatus.optional().meta({ description: 'Mails in this state' }),
    kind: MailKind.optional().meta({ description: 'Mails of this kind' }),
    user_id: idFilter('Mails to this user'),
  },
)
const without = { q: true, updated_from: true, updated_to: true } as const
export const MailListQuery = queries.list.omit(without)
export const MailPageQuery = queries.page.omit(without)
