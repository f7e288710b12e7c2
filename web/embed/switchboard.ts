import { mayFrame } from './may-frame.ts'

type Message = { switchboardAction?: string; method?: string; messageId?: string; args?: unknown; result?: unknown; error?: string }
export type Methods = Record<string, (args: never) => unknown>

const HANDSHAKE = '__embedded_comms__'

/** What the framing page can be asked. */
export type Parent = {
  /** Calls a method of the framing page without waiting for an answer. */
  emit(method: string, args: unknown): void
  /** Calls a method of the framing page; `null` when it knows none or is silent. */
  ask(method: string, args: unknown): Promise<unknown>
}

const SILENT_MS = 5_000

/**
 * Waits for the port that Superset's embedded SDK hands over, and answers `methods` on it. A message from a page that may not frame us, or from any other
 * window than the one that does, is not heard. `onParent` is told each time a port was handed over.
 */
export function listen(parents: string, methods: Methods, onParent: (parent: Parent) => void): void {
  window.addEventListener('message', (event) => {
    const [port] = event.ports
    if (event.source !== window.parent || event.data?.type !== HANDSHAKE || event.data.handshake !== 'port transfer' || !port) return
    if (!mayFrame(parents, event.origin)) return
    onParent(connect(port, methods))
  })
}

function connect(port: MessagePort, methods: Methods): Parent {
  const asked = new Map<string, (answer: unknown) => void>()
  let number = 0
  port.addEventListener('message', async ({ data }: MessageEvent<Message>) => {
    const { switchboardAction: action, method = '', messageId = '', args } = data ?? {}
    if (action === 'emit') void call(methods, method, args).catch(() => {})
    else if (action === 'get') {
      const answer = await call(methods, method, args).then(
        (result) => ({ switchboardAction: 'reply', messageId, result }),
        (error: unknown) => ({ switchboardAction: 'error', messageId, error: error instanceof Error ? error.message : 'failed' }),
      )
      port.postMessage(answer)
    } else if (action === 'reply' || action === 'error') {
      asked.get(messageId)?.(action === 'reply' ? data.result : null)
      asked.delete(messageId)
    }
  })
  port.start()
  return {
    emit: (method, args) => port.postMessage({ switchboardAction: 'emit', method, args }),
    ask: (method, args) =>
      new Promise((resolve) => {
        const messageId = `querent_${++number}`
        asked.set(messageId, resolve)
        setTimeout(() => resolve(null), SILENT_MS)
        port.postMessage({ switchboardAction: 'get', method, messageId, args })
      }),
  }
}

async function call(methods: Methods, method: string, args: unknown): Promise<unknown> {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!known) throw new Error(`Method "${method}" is not defined`)
  return known(args as never)
}
