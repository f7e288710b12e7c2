import { expect, test } from 'vitest'
import { mailboxText, parseMailbox } from './mailbox.ts'

test('senders are read with and without a name', () => {
  expect(['a@b.c', 'Ann <a@b.c>', '"Ann, B" <a@b.c>', 'Ann a@b.c', '<a@b.c', 'a@b@c', ''].map(parseMailbox)).toEqual([
    { address: 'a@b.c', name: '' },
    { address: 'a@b.c', name: 'Ann' },
    { address: 'a@b.c', name: 'Ann, B' },
    null,
    null,
    null,
    null,
  ])
})

test('a sender is written as it is read', () => {
  for (const text of ['a@b.c', '"Ann, B" <a@b.c>']) expect(mailboxText(parseMailbox(text) ?? { address: '', name: '' })).toBe(text)
})
