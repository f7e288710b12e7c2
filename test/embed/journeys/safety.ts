import assert from 'node:assert/strict'
import type { Frame } from 'playwright-core'
import { drawn, type Journey, shows, until, WAIT } from '../tab.ts'

/** Tokens and strangers. */
export const SAFETY: Journey[] = [
  {
    name: 'renews its token before it ends',
    slow: true,
    async run(tab, place) {
      place.token.body = { expires_in: 8 }
      await tab.embed()
      await drawn(tab, 'bars')
      const before = place.token.minted
      await until('a second token', async () => place.token.minted > before)
      assert.ok(await tab.frame.isHidden('.banner'))
      await tab.frame.click('#tab-second')
    },
  },
  {
    name: 'says that it has expired, and comes back with the next token',
    slow: true,
    async run(tab, place) {
      place.token.body = { expires_in: 1 }
      await tab.embed()
      await drawn(tab, 'bars')
      await tab.frame.waitForSelector('.banner:not([hidden])', WAIT)
      assert.match((await tab.frame.textContent('.banner')) ?? '', /expired/)
      place.token.body = {}
      await tab.frame.waitForSelector('.banner', { ...WAIT, state: 'hidden' })
      await shows(tab, 150)
    },
  },
  {
    name: 'is framed by no other origin',
    own: true,
    async run(tab, place) {
      await tab.page.goto(place.stranger)
      await tab.page.evaluate(
        ([id, at]) => {
          const frame = (globalThis as any).document.createElement('iframe')
          frame.src = `${at}/embedded/${id}`
          ;(globalThis as any).document.body.append(frame)
        },
        [place.dashboard, place.service] as const,
      )
      await until('refused', async () => tab.page.frames().some((frame) => frame.url().startsWith('chrome-error:')))
      assert.ok(tab.errors.some((text) => text.includes('frame-ancestors')))
      tab.errors.length = 0
    },
  },
  {
    name: 'hears no other window than the one that frames it',
    async run(tab, place) {
      await tab.page.evaluate(
        ([id, at]) => {
          const frame = (globalThis as any).document.createElement('iframe')
          frame.src = `${at}/embedded/${id}`
          ;(globalThis as any).document.getElementById('mount').replaceChildren(frame)
        },
        [place.dashboard, place.service] as const,
      )
      await until('loaded', async () => tab.page.frames().some((frame) => frame.url().includes('/embedded/')))
      tab.frame = tab.page.frames().find((frame) => frame.url().includes('/embedded/')) as Frame
      await tab.frame.waitForSelector('.notice', WAIT)
      const heard = await tab.frame.evaluate(async () => {
        const { port1, port2 } = new MessageChannel()
        const answered = new Promise((resolve) => {
          ;(port1 as any).onmessage = () => resolve(true)
          setTimeout(() => resolve(false), 300)
        })
        ;(globalThis as any).postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, '*', [port2])
        port1.postMessage({ switchboardAction: 'get', method: 'getScrollSize', messageId: '1' })
        return answered
      })
      assert.equal(heard, false)
    },
  },
  {
    name: 'keeps the token in memory only',
    async run(tab) {
      await tab.embed()
      await drawn(tab, 'bars')
      const kept = await tab.frame.evaluate(() => {
        const at = globalThis as any
        return JSON.stringify([at.localStorage, at.sessionStorage, at.document.cookie, at.location.href, at.document.documentElement.outerHTML])
      })
      assert.ok(!kept.includes('eyJhbGci'))
    },
  },
  {
    name: 'runs nothing that stands in a text',
    async run(tab) {
      await tab.embed()
      await tab.frame.waitForSelector('.text h2', WAIT)
      assert.equal(await tab.frame.getAttribute('.text a', 'rel'), 'noopener noreferrer')
      assert.equal(await tab.frame.$('.text script, .text img'), null)
      assert.equal(await tab.frame.evaluate(() => (globalThis as any).broken), undefined)
    },
  },
  {
    name: 'says so when the dashboard is no longer embedded',
    own: true,
    async run(tab, place) {
      const reply = await tab.page.goto(`${place.service}/embedded/dsh_none`)
      assert.equal(reply?.status(), 404)
      assert.match((await tab.page.textContent('.notice')) ?? '', /no such dashboard/)
      tab.errors.length = 0
    },
  },
]
