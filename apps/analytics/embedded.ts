import type { Context as Call } from 'hono'
import { type Embedding, readEmbedding } from '#domain/charts/embedding.ts'
import { Failure } from '#domain/failure.ts'
import { gate } from '#http/gate.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor } from '#http/reply.ts'
import { createRouter } from '#http/router.ts'

const ASSET = /^[A-Za-z0-9_-]{1,80}\.(?:js|css|woff2)$/
/** Names that hold a hash of their content. */
const HASHED = /-[A-Za-z0-9_-]{8}\.(?:js|css|woff2)$/

/**
 * The page of Superset's embedding protocol and the files it is made of, outside the API. The page holds no data and no credential: the token comes by message
 * from the page that frames it.
 */
export const embedded = createRouter()

embedded.get('/embedded/assets/:name', async (c) => {
  const name = c.req.param('name')
  if (!ASSET.test(name)) throw new Failure('not_found', 'no such path')
  const packed = /\bbr\b/.test(c.req.header('accept-encoding') ?? '') ? await c.env.platform.asset(`embedded/assets/${name}.br`) : null
  const file = packed ?? (await c.env.platform.asset(`embedded/assets/${name}`))
  if (!file) throw new Failure('not_found', 'no such path')
  return new Response(file.body, {
    status: 200,
    headers: headersFor(c.env.trace, {
      'content-type': file.type,
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      // The web components are loaded by the pages of host applications.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
      ...(packed ? { 'content-encoding': 'br' } : {}),
    }),
  })
})

embedded.get('/embedded/:dashboard_id', gate({ who: 'anyone' }, null, false, null, '/embedded/{dashboard_id}'), async (c) =>
  pageReply(c, await readEmbedding(c.var.ctx, c.req.param('dashboard_id')).catch(absent)),
)

/** A frame shows what it is answered, so what is absent is a page too. */
function absent(error: unknown): null {
  if (error instanceof Failure && error.code === 'not_found') return null
  throw error
}

function pageReply(c: Call<Env>, embedding: Embedding | null): Response {
  const parents = embedding?.parents === 'any' ? '*' : embedding?.parents.join(' ') || "'none'"
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parents}`,
  ]
  return new Response(pageOf(embedding), {
    status: embedding ? 200 : 404,
    headers: headersFor(c.env.trace, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') }),
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function pageOf(embedding: Embedding | null): string {
  const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dashboard</title>'
  const style = '<link rel="icon" href="data:,"><link rel="stylesheet" href="assets/page.css">'
  if (!embedding) return `${head}${style}</head><body><main><p class="notice">There is no such dashboard here, or it is not embedded.</p></main></body></html>`
  const { dashboardId, parents, look } = embedding
  const told = `data-dashboard="${escaped(dashboardId)}" data-parents="${escaped(parents === 'any' ? '*' : parents.join(' '))}" data-look="${escaped(JSON.stringify(look))}"`
  return `${head}${style}<script type="module" src="assets/page.js"></script></head><body ${told}><main id="page"><p class="notice" role="status">Waiting for the page around this one…</p></main></body></html>`
}
