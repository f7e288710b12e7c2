import type { Letters } from './english.ts'

const LANGUAGE = 'de-DE'

const moment = (at: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`

export const german = (product: string): Letters => ({
  test: (by) => ({
    subject: `${product}: Testmail`,
    paragraphs: ['Diese Installation kann E-Mails senden.'],
    action: null,
    closing: [`${by} hat um diese E-Mail gebeten.`],
  }),
  invitation: ({ name, by, url, at, timeZone }) => ({
    subject: `Einladung zu ${product}`,
    paragraphs: [`Guten Tag ${name},`, `${by} lädt Sie ein, Fragen an Ihre Daten zu stellen. Wählen Sie zu Beginn ein Passwort.`],
    action: { label: 'Einladung annehmen', url },
    closing: [
      `Der Link gilt einmal, bis zum ${moment(at, timeZone)}.`,
      'Wenn Sie nicht wissen, warum Sie eingeladen sind, beachten Sie diese E-Mail nicht: Es geschieht nichts.',
    ],
  }),
  passwordReset: ({ name, url, at, timeZone }) => ({
    subject: 'Neues Passwort wählen',
    paragraphs: [
      `Guten Tag ${name},`,
      `für Ihr Konto bei ${product} wurde ein neues Passwort angefordert. Wenn Sie eines setzen, werden Sie überall sonst abgemeldet.`,
    ],
    action: { label: 'Neues Passwort wählen', url },
    closing: [
      `Der Link gilt einmal, bis zum ${moment(at, timeZone)}.`,
      'Wenn Sie es nicht angefordert haben, beachten Sie diese E-Mail nicht: Ihr Passwort bleibt, wie es ist. Niemand kann den Link benutzen, ohne diese E-Mail zu lesen.',
    ],
  }),
  passwordChanged: ({ name, url, at, timeZone }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Guten Tag ${name},`,
      `das Passwort Ihres Kontos bei ${product} wurde am ${moment(at, timeZone)} geändert. Alle anderen Anmeldungen sind beendet.`,
    ],
    action: { label: 'Das war ich nicht: neues Passwort wählen', url },
    closing: ['Wenn Sie es waren, ist nichts zu tun.'],
  }),
  signinLocked: ({ name, ip, url, at, timeZone }) => ({
    subject: 'Die Anmeldung an Ihrem Konto ist vorübergehend gesperrt',
    paragraphs: [
      `Guten Tag ${name},`,
      `bis zum ${moment(at, timeZone)} gab es so viele fehlgeschlagene Anmeldungen an Ihrem Konto${ip ? ` (die letzte von ${ip})` : ''}, dass weitere bis zu fünfzehn Minuten lang abgewiesen werden. Niemand ist hineingekommen.`,
    ],
    action: { label: 'Neues Passwort wählen', url },
    closing: [
      'Wenn Sie es waren, warten Sie ein wenig, oder wählen Sie ein neues Passwort. Wenn nicht, ist Ihr Passwort vielleicht bekannt oder wird erraten: Wählen Sie eines, das Sie nirgends sonst benutzen.',
    ],
  }),
  secondFactor: (news, { name, url, at, timeZone }) => ({
    subject: {
      on: 'Für Ihr Konto wurde ein zweiter Faktor eingerichtet',
      off: 'Der zweite Faktor Ihres Kontos wurde entfernt',
      reset: 'Der zweite Faktor Ihres Kontos wurde zurückgesetzt',
      recovery_code: 'Ein Wiederherstellungscode hat Ihr Konto geöffnet',
    }[news],
    paragraphs: [
      `Guten Tag ${name},`,
      {
        on: `Ab jetzt wird bei der Anmeldung an ${product} nach dem Passwort ein Code Ihrer App verlangt.`,
        off: `Für die Anmeldung an ${product} genügt wieder Ihr Passwort.`,
        reset:
          'Eine Administratorin oder ein Administrator hat ihn zurückgesetzt. Die App und die Wiederherstellungscodes gelten nicht mehr, und alle Anmeldungen sind beendet.',
        recovery_code: 'Der Code ist verbraucht. Erzeugen Sie neue, wenn nur noch wenige übrig sind.',
      }[news],
      `Das war am ${moment(at, timeZone)}.`,
    ],
    action: { label: 'Sicherheitseinstellungen öffnen', url },
    closing: ['Wenn Sie es nicht waren, wählen Sie ein neues Passwort, und sagen Sie es einer Administratorin oder einem Administrator.'],
  }),
  identityUnlinked: ({ name, provider, url, at, timeZone }) => ({
    subject: `${provider} öffnet Ihr Konto nicht mehr`,
    paragraphs: [
      `Guten Tag ${name},`,
      `Am ${moment(at, timeZone)} wurde die Verbindung Ihres Kontos bei ${product} mit ${provider} gelöst. Anmeldungen, die darüber kamen, sind beendet.`,
    ],
    action: { label: 'Sicherheitseinstellungen öffnen', url },
    closing: [
      'Wenn das weder Sie waren noch eine Administratorin oder ein Administrator, wählen Sie ein neues Passwort, und sagen Sie es einer Administratorin oder einem Administrator.',
    ],
  }),
  job: ({ subject, text, url, by, unsubscribe, notes }) => ({
    subject,
    paragraphs: [text, ...notes].filter((part) => part !== ''),
    action: { label: `In ${product} öffnen`, url },
    closing: [`Sie erhalten dies, weil ${by} Sie dafür eingetragen hat.`, `Keine solchen E-Mails mehr: ${unsubscribe}`],
  }),
  notes: {
    withheld: 'Was er ergeben hat, steht hier nicht, weil Sie andere Zeilen sehen dürfen als sein Besitzer. Öffnen Sie ihn, um Ihre zu sehen.',
    notRead: (count, of) => `${count} von ${of} Diagrammen konnten nicht gelesen werden.`,
  },
})
