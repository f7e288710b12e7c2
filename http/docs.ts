import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context as Call } from 'hono'
import type { Service } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import type { Env } from './inbound.ts'
import { openApiDocument } from './reference/document.ts'
import { headersFor } from './reply.ts'
import { createRouter } from './router.ts'

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'"

const page = (title: string, prefix: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${prefix}/docs/favicon-32x32.png">
<link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${prefix}/docs/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/start.js"></script>
</body>
</html>
`

const start = (prefix: string) =>
  `SwaggerUIBundle({ url: '${prefix}/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, persistAuthorization: false, validatorUrl: null })\n`

/**
 * The OpenAPI document and the interactive reference, which hold no data. `DOCS` says whether they are open, or the document alone is there for callers with
 * a credential, from which clients are generated against a deployment in production.
 */
export function docs(service: Service, title: string, app: OpenAPIHono<Env>): OpenAPIHono<Env> {
  const prefix = `/api/v1/${service}`
  const send = (c: Call<Env>, body: string | Uint8Array<ArrayBuffer>, type: string, cache = 'public, max-age=300') =>
    new Response(body, {
      headers: headersFor(c.env.trace, { 'content-type': type, 'content-security-policy': PAGE_POLICY, 'cache-control': cache }),
    })
  const requireOpen = (c: Call<Env>) => {
    if (c.env.platform.settings.docs !== 'open') throw new Failure('not_found', 'no such path')
  }
  let document: string | undefined

  const router = createRouter()
  router.get('/openapi.json', async (c) => {
    const isProtected = c.env.platform.settings.docs === 'authenticated'
    if (isProtected) await c.env.platform.authenticate(c.req.header('authorization'))
    else requireOpen(c)
    document ??= JSON.stringify(openApiDocument(app, { service, title, version: c.env.platform.settings.version }))
    return send(c, document, 'application/json; charset=utf-8', isProtected ? 'private, max-age=300' : undefined)
  })
  router.get('/docs', (c) => {
    requireOpen(c)
    return send(c, page(title, prefix), 'text/html; charset=utf-8')
  })
  router.get('/docs/:asset', async (c) => {
    requireOpen(c)
    const name = c.req.param('asset')
    if (name === 'start.js') return send(c, start(prefix), 'text/javascript; charset=utf-8')
    const asset = ASSETS.includes(name) ? await c.env.platform.asset(name) : null
    if (!asset) throw new Failure('not_found', 'no such path')
    return send(c, asset.body, asset.type)
  })
  return router
}
