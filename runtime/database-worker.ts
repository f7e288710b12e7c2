import { parentPort, workerData } from 'node:worker_threads'
import { openChangeCounter } from './change-counter.ts'
import { DatabaseConnection, describeError } from './database-connection.ts'
import { isUnsynced, type ThreadOptions, type ThreadRequest } from './database-messages.ts'
import { encodeAnswer, RequestDecoder, type WireReply, type WireRequest } from './database-wire.ts'
import { SharedVersion, type Version } from './shared-version.ts'

/** The entry of a database thread: opens one connection, says so (reply 0), then answers requests in the order they come. */
function serve(): void {
  if (!parentPort) throw new Error('this file runs as a worker thread')
  const port = parentPort
  const reply = (...replies: WireReply[]) => port.postMessage(replies)
  const options: ThreadOptions = workerData
  let connection: DatabaseConnection
  try {
    connection = new DatabaseConnection(options)
    reply(encodeAnswer({ id: 0, results: [] }))
  } catch (error) {
    reply({ id: 0, error: describeError(error) })
    port.close()
    return
  }
  const { version, path } = options
  const shared = version && new SharedVersion(version.memory)
  let counter: ReturnType<typeof openChangeCounter> | undefined
  const answer = (requests: ThreadRequest[], unsynced: boolean) => {
    if (!requests.length) return
    const works = requests.flatMap(({ work }) => (work.kind === 'close' ? [] : [work]))
    const outcomes = connection.runAll(works, unsynced)
    const closing = requests.find(({ work }) => work.kind === 'close')
    if (closing) connection.close()
    else if (shared) {
      counter ??= openChangeCounter(path)
      shared.write(versionOf(connection, counter, version.sql))
    }
    reply(
      ...requests.map(({ id, work }): WireReply => {
        const outcome = work.kind === 'close' ? [] : outcomes.shift()
        return Array.isArray(outcome) ? encodeAnswer({ id, results: outcome }) : { id, error: describeError(outcome?.error) }
      }),
    )
    if (!closing) return
    counter?.close()
    port.close()
  }
  const decoder = new RequestDecoder()
  port.on('message', (requests: WireRequest[]) => {
    const decoded = requests.map((request) => decoder.decode(request))
    const { quick = [], rest = [] } = Object.groupBy(decoded, ({ work }) => (isUnsynced(work) ? 'quick' : 'rest'))
    answer(quick, true)
    answer(rest, false)
  })
}

/** The counter is read first: whoever commits in between makes it another, and what was read then counts for nobody. */
function versionOf(connection: DatabaseConnection, counter: { read(): string }, sql: string): Version | null {
  const before = counter.read()
  try {
    const [result] = connection.run({ kind: 'execute', statement: { sql, args: [] } })
    return { counter: before, value: String(result && 'rows' in result ? result.rows[0]?.[0] : undefined) }
  } catch {
    return null
  }
}

serve()
