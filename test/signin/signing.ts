import { createServer } from 'node:http'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import type { Service } from '#domain/context.ts'
import { type Browser, createBrowser } from '#test/browser-jar.ts'
import { freePort } from '#test/free-port.ts'
import { listen } from '#test/listen.ts'
import { type OpenIdServer, openIdServer } from '#test/openid-server.ts'
import { startBareWorkerd } from '#test/runtimes/bare-workerd.ts'
import { startDeployment } from '#test/runtimes/local-process.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'

export type Runtime = 'node' | 'bun' | 'workerd'
export type Reply = { status: number; body: any; headers: Headers }

/** A deployment as people sign in to it, with an identity provider and a mailbox beside it. */
export type Signing = {
  /** Where people open the workspace: the name that links and redirects bear. */
  origin: string
  /** `call('POST /auths/signin', { body })`: Core, as the first administrator unless `as` says otherwise. */
  call(line: string, options?: { as?: string | null; body?: unknown; form?: Record<string, string> }): Promise<Reply>
  /** The origin a service answers at. */
  at(service: Service): string
  adminKey: string
  idp: OpenIdServer
  browser(): Browser
  /** The links in mails to an address, the newest first; waits for one. */
  mailedLinks(email: string): Promise<string[]>
  stop(): Promise<void>
}

/** One way to sign in and one thing that goes wrong with it, or nothing. It throws, or says what was wrong. */
export type SigninCase = { flow: string; fault: string; run(signing: Signing): Promise<void> }

export const SECRET = 'client secret of the tests'
const ORIGIN = 'http://workspace.querent.test'
const MAIL_MS = 15_000

/** Takes mails as an HTTP provider of mail does. */
async function openMailbox() {
  const mails: { to: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    mails.unshift({ to: JSON.stringify(JSON.parse(text).to), text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"taken"}')
  })
  return { mails, ...(await listen(server)) }
}

export async function openSigning(runtime: Runtime): Promise<Signing> {
  const [idp, mailbox] = await Promise.all([openIdServer(), openMailbox()])
  const { key } = newApiKey('dev')
  const settings = {
    WORKSPACE_URL: ORIGIN,
    QUERENT_ADMIN_API_KEY: key,
    MAIL_HTTP_URL: mailbox.origin,
    MAIL_HTTP_KEY: 'key of the tests',
    MAIL_FROM: 'Querent <querent@example.com>',
  }
  const { at, end } = await started(runtime, settings, key)
  const base = at('core')

  const call: Signing['call'] = async (line, { as = key, body, form } = {}) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const sent = form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const response = await fetch(`${base}/api/v1/core${path}`, {
      method,
      headers: { ...(as === null ? {} : { authorization: `Bearer ${as}` }), ...(sent === undefined ? {} : { 'content-type': type }) },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }
  const site = (url: string, init: { method: string; headers: Record<string, string> }) => {
    const { pathname, search } = new URL(url)
    if (!pathname.startsWith('/api/')) return Promise.resolve(new Response('a page of the workspace'))
    return fetch(`${base}${pathname}${search}`, { ...init, redirect: 'manual' })
  }

  return {
    origin: ORIGIN,
    adminKey: key,
    call,
    at,
    idp,
    browser: () => createBrowser({ [ORIGIN]: site }),
    async mailedLinks(email) {
      for (const end = Date.now() + MAIL_MS; Date.now() < end; ) {
        const links = mailbox.mails.filter(({ to }) => to.includes(email)).flatMap(({ text }) => /password#(qi_\w+)/.exec(text)?.[1] ?? [])
        if (links.length) return links
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('no mail came')
    },
    async stop() {
      await end()
      await Promise.all([idp.stop(), mailbox.stop()])
    },
  }
}

async function started(runtime: Runtime, settings: Record<string, string>, key: string): Promise<{ at: Signing['at']; end(): Promise<unknown> }> {
  if (runtime !== 'workerd') {
    const deployment = await startDeployment(runtime, settings, { adminKey: key })
    return { at: (service) => `http://127.0.0.1:${deployment.ports[service]}`, end: deployment.end }
  }
  if (!hasSqld) throw new Error('no libSQL server is packaged for this platform')
  const database = await startSqld()
  const port = await freePort()
  const vars = { ...settings, APP_ENV: 'development', API_ORIGINS: `http://127.0.0.1:${port}`, DATABASE_URL: database.url, QUERENT_MASTER_KEYS: newMasterKey() }
  const worker = await startBareWorkerd(vars, port)
  const end = async () => {
    await worker.stop()
    await database.stop()
  }
  return { at: () => worker.url, end }
}

/** A name nobody else has. */
export const anew = (): string => `p${crypto.randomUUID().slice(0, 13)}`

export function expectEqual(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`)
}
