/** What the frame around the page tells of itself, as far as it is used (MCP Apps 2026-01-26, `HostContext`). */
export type HostContext = {
  theme?: 'light' | 'dark'
  locale?: string
  containerDimensions?: { height?: number; maxHeight?: number }
}
/** A tool's result, as MCP has it. */
export type ToolResult = { isError?: boolean; content?: { type: string; text?: string }[]; structuredContent?: Record<string, unknown> }

type Message = { jsonrpc: '2.0'; id?: number | string; method?: string; params?: unknown; result?: unknown; error?: { message?: string } }
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }
type Events = { result(result: ToolResult): void; context(context: HostContext): void; end(): void }

const VERSION = '2026-01-26'

/** The host of a page of MCP Apps: JSON-RPC over `postMessage` with the frame around it, and nobody else. */
export class McpHost {
  readonly #waiting = new Map<number, Waiting>()
  readonly #events: Events
  #next = 1
  #mayCallTools = false

  constructor(events: Events) {
    this.#events = events
    addEventListener('message', ({ source, data }) => {
      if (source === parent && data?.jsonrpc === '2.0') this.#take(data as Message)
    })
  }

  /** Whether the page may call the server's tools by this host. */
  get mayCallTools(): boolean {
    return this.#mayCallTools
  }

  async open(version: string): Promise<void> {
    const appInfo = { name: 'querent-chart', version }
    const told = await this.#ask('ui/initialize', { protocolVersion: VERSION, appInfo, appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] } })
    const { hostContext = {}, hostCapabilities = {} } = (told ?? {}) as { hostContext?: HostContext; hostCapabilities?: { serverTools?: object } }
    this.#mayCallTools = hostCapabilities.serverTools !== undefined
    this.#events.context(hostContext)
    this.#tell('ui/notifications/initialized', {})
  }

  callTool(name: string, given: Record<string, unknown>): Promise<ToolResult> {
    return this.#ask('tools/call', { name, arguments: given }) as Promise<ToolResult>
  }

  resized(width: number, height: number): void {
    this.#tell('ui/notifications/size-changed', { width, height })
  }

  #take({ id, method, params, result, error }: Message): void {
    if (method === undefined) this.#settle(id, result, error)
    else if (method === 'ui/notifications/tool-result') this.#events.result((params ?? {}) as ToolResult)
    else if (method === 'ui/notifications/host-context-changed') this.#events.context((params ?? {}) as HostContext)
    else if (method === 'ui/resource-teardown') this.#events.end()
    if (method === undefined || id === undefined) return
    const isKnown = method === 'ui/resource-teardown' || method === 'ping'
    this.#send(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: 'no such method' } })
  }

  #settle(id: Message['id'], result: unknown, error: Message['error']): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (!waiting) return
    this.#waiting.delete(id as number)
    if (error) waiting.reject(new Error(error.message ?? 'refused'))
    else waiting.resolve(result)
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = this.#next++
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    this.#send({ id, method, params })
    return promise
  }

  #tell(method: string, params: object): void {
    this.#send({ method, params })
  }

  // The page holds no secret, and a sandboxed one cannot know the origin of the frame around it.
  #send(message: object): void {
    parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }
}
