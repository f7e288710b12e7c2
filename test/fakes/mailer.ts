import type { Mailer, OutgoingMail } from '#domain/mail/mailer.ts'

/** A mailer that takes everything. */
export function takingMailer(taken: OutgoingMail[] = []): Mailer {
  return {
    from: { address: 'querent@example.com', name: 'Querent' },
    async send(mail) {
      taken.push(mail)
      return { outcome: 'taken', reply: '250 taken' }
    },
  }
}
