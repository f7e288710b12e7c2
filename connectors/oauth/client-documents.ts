import type { Network } from '#connectors/sources/network.ts'
import type { ClientDocuments } from '#domain/access/oauth/client-documents.ts'
import { Failure } from '#domain/failure.ts'

const WAIT_MS = 5_000
/** Such a document is some hundred bytes; the draft advises 5 kB at most (§6.6). */
const MOST_BYTES = 10_240

/** Reads the metadata documents of apps from addresses the network policy allows: no redirect is followed (§4 of the draft), no more than a little is read. */
export function createClientDocuments({ fetch }: Pick<Network, 'fetch'>): ClientDocuments {
  return {
    async read(url, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
      const headers = { accept: 'application/json', 'user-agent': 'Querent-OAuth/1' }
      try {
        const response = await fetch(url, { headers, redirect: 'manual', signal: limit })
        if (response.status !== 200) {
          await response.body?.cancel()
          throw new Failure('invalid', `it answered ${response.status}`)
        }
        if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) {
          await response.body?.cancel()
          throw new Failure('invalid', 'it is no JSON')
        }
        return JSON.parse(await textOf(response))
      } catch (error) {
        if (signal.aborted) throw error
        throw error instanceof Failure && error.code === 'invalid' && error.details.param === undefined
          ? error
          : new Failure('invalid', error instanceof SyntaxError ? 'it is no JSON' : 'its address cannot be asked from here', { cause: error })
      }
    },
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    length += chunk.length
    if (length > MOST_BYTES) throw new Failure('invalid', 'it is too long')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(chunks).arrayBuffer())
}
