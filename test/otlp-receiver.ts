import { createServer } from 'node:http'
import { listen } from './listen.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean } }
export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, string | number | boolean | undefined>
  status: { code?: number; message?: string }
  startTimeUnixNano: string
  endTimeUnixNano: string
}

export type OtlpReceiver = {
  origin: string
  spans(): ReceivedSpan[]
  resource(): Record<string, unknown>
  /** All that came, as it came, with the headers. */
  heard(): string
  stop(): Promise<void>
}

const plainOf = ({ stringValue, intValue, doubleValue, boolValue }: Attribute['value']) =>
  stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue))
const told = (attributes: Attribute[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, plainOf(value)]))

/** A collector of traces that takes OTLP as JSON over HTTP; `status` is what it answers. */
export async function startOtlpReceiver(status: () => number = () => 200): Promise<OtlpReceiver> {
  const heard: string[] = []
  const bodies: string[] = []
  const { origin, stop } = await listen(
    createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      heard.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${text}`)
      const code = status()
      if (code < 300) bodies.push(text)
      response.writeHead(code, { 'content-type': 'application/json' }).end('{}')
    }),
  )
  const resources = () => bodies.flatMap((text) => JSON.parse(text).resourceSpans)
  return {
    origin,
    stop,
    heard: () => heard.join('\n'),
    resource: () => told(resources()[0].resource.attributes),
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: told(span.attributes) })),
  }
}
