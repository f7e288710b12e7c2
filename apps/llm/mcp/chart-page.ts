import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { lookOfCharts } from '#domain/charts/render.ts'
import type { Context } from '#domain/context.ts'
import type { Platform } from '#http/inbound.ts'

/** The page of MCP Apps (SEP-1865, 2026-01-26) that draws what `get_chart` and `ask` answer. */
export const CHART_PAGE = 'ui://querent/chart'
const MIME = 'text/html;profile=mcp-app'
/** Where the build of the workspace puts its script, which holds its style. */
const SCRIPT = 'embedded/assets/mcp-chart.js'

const EXTENSION = 'io.modelcontextprotocol/ui'
/** It reaches nothing outside: no domain is named, so that the host's strictest policy holds. */
const META = { ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true } }

/** The page is one file with all in it. */
export function registerChartPage(server: McpServer, ctx: Context, asset: Platform['asset']): void {
  server.server.registerCapabilities({ extensions: { [EXTENSION]: { mimeTypes: [MIME] } } })
  server.registerResource(
    'chart',
    CHART_PAGE,
    { title: 'Chart', description: 'Draws the result of get_chart and ask', mimeType: MIME, _meta: META },
    async (uri) => {
      const found = await asset(SCRIPT)
      if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'not_found: the page is not built here', { uri: uri.href })
      const script = typeof found.body === 'string' ? found.body : new TextDecoder().decode(found.body)
      return { contents: [{ uri: uri.href, mimeType: MIME, text: page(script, await lookOfCharts(ctx)), _meta: META }] }
    },
  )
}

/** Nothing in the script may end its element. */
const page = (script: string, look: object): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">`,
    `<title>Chart</title></head><body data-look="${attribute(JSON.stringify(look))}"><main id="chart"></main>`,
    `<script>${script.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--')}</script></body></html>`,
  ].join('')

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
