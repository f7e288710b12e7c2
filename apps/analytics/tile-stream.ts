import type { Context as Call } from 'hono'
import type { DashboardTileData } from '#domain/charts/dashboard-data.ts'
import { pulled } from '#http/byte-stream.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor } from '#http/reply.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'

/** Tiles as lines of JSON, each sent when it is ready. */
export function tileLines(c: Call<Env>, tiles: AsyncGenerator<DashboardTileData>): Response {
  const encoder = new TextEncoder()
  const body = pulled(c, tiles, (tile) => encoder.encode(`${JSON.stringify(tile)}\n`))
  return new Response(body, { status: 200, headers: headersFor(c.env.trace, { 'content-type': 'application/x-ndjson; charset=utf-8' }) })
}

/** Tiles as server-sent events, then `done`. */
export const tileEvents = (c: Call<Env>, tiles: AsyncGenerator<DashboardTileData>): Response =>
  eventStream(c, eventsOf(tiles), () => void tiles.return(undefined))

async function* eventsOf(tiles: AsyncGenerator<DashboardTileData>): AsyncGenerator<ServerEvent> {
  for await (const tile of tiles) yield { event: 'tile', id: tile.tile, data: JSON.stringify(tile) }
  yield { event: 'done', data: '{}' }
}
