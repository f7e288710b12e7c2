import assert from 'node:assert/strict'
import { startMailServer } from '#test/mail-server.ts'
import { deploy, until } from '../deployment.ts'
import type { Journey } from '../journey.ts'
import { openTab } from '../tab.ts'
import { PASSWORD, ROLES } from '../world.ts'

const NEW_PASSWORD = 'another horse battery'

/** A deployment that sends its mail to a server of this process. */
export async function deployWithMail() {
  const post = await startMailServer()
  const place = await deploy({
    environment: { SMTP_URL: `smtp://127.0.0.1:${post.port}?tls=none`, MAIL_FROM: 'Querent <querent@example.com>' },
  })
  await place.api('POST /core/auths/password', { new_password: PASSWORD })
  return { post, place, close: () => Promise.all([place.close(), post.close()]) }
}

/** The path and token of the link in a mail. */
const linkIn = (text = ''): string => {
  const link = /https?:\/\/\S+\/password#qi_\w+/.exec(text)?.[0]
  assert.ok(link, `no link in: ${text}`)
  const { pathname, hash } = new URL(link)
  return pathname + hash
}

export const passwords: Journey[] = [
  {
    name: 'a forgotten password is replaced by the link in a mail, which works once',
    as: null,
    isLean: true,
    async run({ tab, note }) {
      const { post, place, close } = await deployWithMail()
      const mine = await openTab(tab.context.browser() as never, place.origin)
      const { page } = mine
      mine.expect(401, 404)
      try {
        await page.goto('/signin')
        await page.getByRole('link', { name: 'Forgot your password?' }).click()
        // The page before has a field of the same name.
        await page.getByRole('button', { name: 'Send the link' }).waitFor()
        await page.getByLabel('E-mail').fill('nobody@example.com')
        await page.keyboard.press('Enter')
        await page.getByText('If there is an account with nobody@example.com').waitFor()
        await page.getByRole('button', { name: 'Another address' }).click()
        await page.getByLabel('E-mail').fill(ROLES.admin)
        const asked = Date.now()
        await page.keyboard.press('Enter')
        await page.getByText(`If there is an account with ${ROLES.admin}`).waitFor()
        const link = linkIn((await post.mailTo(ROLES.admin, 30_000)).text)
        note(`${((Date.now() - asked) / 1000).toFixed(1)} s until the mail arrived`)
        await page.goto(link)
        await page.getByLabel('New password').fill(NEW_PASSWORD)
        assert.equal(new URL(page.url()).hash, '', 'the token stands in the address')
        await page.keyboard.press('Enter')
        await page.getByRole('navigation', { name: 'Workspaces' }).waitFor()
        assert.deepEqual(
          post.arrived.filter(({ subject }) => subject === 'Choose a new password').map(({ to_address }) => to_address),
          [ROLES.admin],
        )
        await until('the change is told', async () => post.arrived.some(({ subject }) => subject === 'Your password was changed'))
        assert.equal((await place.api('POST /core/auths/signin', { email: ROLES.admin, password: PASSWORD }, { may: true })).status, 401)
        await page.goto('/')
        await page.goto(link)
        await page.getByLabel('New password').fill(PASSWORD)
        await page.keyboard.press('Enter')
        await page.getByText('This link no longer works').waitFor()
        assert.deepEqual(mine.faults, [])
      } finally {
        await mine.close()
        await close()
      }
    },
  },
  {
    name: 'without a mailer nobody is offered a link by mail; an administrator makes one, and it is chosen by',
    as: 'admin',
    at: '/admin/users',
    async run({ page, tab, world }) {
      await page.getByRole('button', { name: 'Invite or add a user' }).click()
      await page.getByLabel('Name').fill('Ivy')
      await page.getByLabel('E-mail address').fill('ivo@example.com')
      assert.equal(await page.getByLabel('Mail the invitation').count(), 0)
      await page.getByRole('button', { name: 'Save' }).click()
      const shown = page.getByRole('dialog').locator('code')
      const invitation = linkIn(`${await shown.textContent()}`)
      await page.keyboard.press('Escape')
      const ivy = await openTab(tab.context.browser() as never, world.origin)
      try {
        await ivy.page.goto('/signin')
        await ivy.page.getByRole('button', { name: 'Sign in' }).waitFor()
        assert.equal(await ivy.page.getByRole('link', { name: 'Forgot your password?' }).count(), 0)
        await ivy.page.goto('/forgot')
        await ivy.page.getByText('An administrator can make you a link').waitFor()
        await ivy.page.goto('/password')
        await ivy.page.getByText('This link is incomplete').waitFor()
        await ivy.page.goto('/')
        await ivy.page.goto(invitation)
        await ivy.page.getByLabel('New password').fill(PASSWORD)
        await ivy.page.keyboard.press('Enter')
        await ivy.page.getByRole('button', { name: 'Ivy' }).waitFor()
        await page.getByRole('button', { name: 'More: Ivy' }).click()
        await page.getByRole('menuitem', { name: 'Link to a password' }).click()
        await page.getByRole('button', { name: 'Make the link' }).click()
        const renewed = linkIn(`${await shown.textContent()}`)
        assert.notEqual(renewed, invitation)
        ivy.expect(401)
        await ivy.page.goto('/')
        await ivy.page.goto(renewed)
        await ivy.page.getByLabel('New password').fill(NEW_PASSWORD)
        await ivy.page.keyboard.press('Enter')
        await ivy.page.getByRole('button', { name: 'Ivy' }).waitFor()
        assert.deepEqual(ivy.faults, [])
      } finally {
        await ivy.close()
      }
    },
  },
]
