import type { Letter } from '../letter.ts'

const LANGUAGE = 'en-GB'

/** The moment as a person reads it; mails name the zone, since their reader's is not known. */
const moment = (at: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`

type At = { at: Date; timeZone: string }

/** What the platform writes to people, under the deployment's name. Every word of a person or of data comes in as an argument. */
export const english = (product: string) => ({
  test: (by: string): Letter => ({
    subject: `${product}: test mail`,
    paragraphs: ['This deployment can send mail.'],
    action: null,
    closing: [`${by} asked for this mail.`],
  }),
  invitation: (facts: { name: string; by: string; url: string } & At): Letter => ({
    subject: `You are invited to ${product}`,
    paragraphs: [`Hello ${facts.name},`, `${facts.by} invites you to ask questions of your data. Choose a password to begin.`],
    action: { label: 'Accept the invitation', url: facts.url },
    closing: [`The link works once, until ${moment(facts.at, facts.timeZone)}.`, 'If you do not know why you were invited, ignore this mail: nothing happens.'],
  }),
  passwordReset: (facts: { name: string; url: string } & At): Letter => ({
    subject: 'Choose a new password',
    paragraphs: [`Hello ${facts.name},`, `A new password was asked for, for your account with ${product}. Setting one signs you out everywhere else.`],
    action: { label: 'Choose a new password', url: facts.url },
    closing: [
      `The link works once, until ${moment(facts.at, facts.timeZone)}.`,
      'If it was not you who asked, ignore this mail: your password stays as it is. Nobody can use the link without reading this mail.',
    ],
  }),
  passwordChanged: (facts: { name: string; url: string } & At): Letter => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${facts.name},`,
      `The password of your account with ${product} was changed on ${moment(facts.at, facts.timeZone)}. All other sign-ins have ended.`,
    ],
    action: { label: 'It was not me: choose a new password', url: facts.url },
    closing: ['If it was you, there is nothing to do.'],
  }),
  signinLocked: (facts: { name: string; ip: string | null; url: string } & At): Letter => ({
    subject: 'Sign-in to your account is locked for a while',
    paragraphs: [
      `Hello ${facts.name},`,
      `On ${moment(facts.at, facts.timeZone)} there had been so many failed sign-ins to your account${facts.ip ? ` (the last from ${facts.ip})` : ''} that further ones are refused for up to fifteen minutes. Nobody got in.`,
    ],
    action: { label: 'Choose a new password', url: facts.url },
    closing: ['If it was you, wait a little, or choose a new password. If it was not, your password may be known or guessed at: choose one used nowhere else.'],
  }),
  secondFactor: (news: 'on' | 'off' | 'reset' | 'recovery_code', facts: { name: string; url: string } & At): Letter => ({
    subject: {
      on: 'A second factor was set for your account',
      off: 'The second factor of your account was removed',
      reset: 'An administrator reset the second factor of your account',
      recovery_code: 'A recovery code signed in to your account',
    }[news],
    paragraphs: [
      `Hello ${facts.name},`,
      {
        on: `From now on signing in to ${product} asks for a code of your app after the password.`,
        off: `Signing in to ${product} asks for your password alone again.`,
        reset: 'The app and the recovery codes you had count no more, and all your sign-ins have ended.',
        recovery_code: 'The code is used up. Make new ones when few are left.',
      }[news],
      `This was on ${moment(facts.at, facts.timeZone)}.`,
    ],
    action: { label: 'Open the security settings', url: facts.url },
    closing: ['If it was not you, choose a new password and tell an administrator.'],
  }),
  identityUnlinked: (facts: { name: string; provider: string; url: string } & At): Letter => ({
    subject: `${facts.provider} no longer signs in to your account`,
    paragraphs: [
      `Hello ${facts.name},`,
      `${facts.provider} was unlinked from your account with ${product} on ${moment(facts.at, facts.timeZone)}. The sign-ins it had vouched for have ended.`,
    ],
    action: { label: 'Open the security settings', url: facts.url },
    closing: ['If it was neither you nor an administrator you know of, choose a new password and tell an administrator.'],
  }),
  job: (facts: { subject: string; text: string; url: string; by: string; unsubscribe: string; notes: string[] }): Letter => ({
    subject: facts.subject,
    paragraphs: [facts.text, ...facts.notes].filter((text) => text !== ''),
    action: { label: `Open in ${product}`, url: facts.url },
    closing: [`You get this because ${facts.by} put you on the list of those to be told.`, `No more of these mails: ${facts.unsubscribe}`],
  }),
  /** Parts of letters of jobs. */
  notes: {
    withheld: 'What it found is not told here, because you may see other rows than its owner. Open it to see yours.',
    notRead: (count: number, of: number) => `${count} of ${of} charts could not be read.`,
  },
})

/** What a language has to say. */
export type Letters = ReturnType<typeof english>
