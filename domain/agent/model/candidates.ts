import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { FallbackModel, ResolvedModel } from '../../catalog/models.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { wireRequest } from '../completions/wire-request.ts'
import type { CallOptions, Candidate } from './model-caller.ts'
import { type ReplyReader, readStream, readWire } from './model-reply.ts'
import type { ProviderConnection } from './models.ts'

/** The model a question is asked of, and the one that takes over when its provider fails. `builtin` makes our own. */
export function candidatesOf(
  ctx: Context,
  { model, kind, upstream, provider, connect, fallback }: ResolvedModel,
  builtin: () => LanguageModelV4,
): [Candidate, ...Candidate[]] {
  const first = candidate(ctx, { name: model.name, kind, upstream, provider, connect }, builtin, true)
  return fallback ? [first, candidate(ctx, fallback, builtin, false)] : [first]
}

function candidate(ctx: Context, reached: Omit<FallbackModel, 'price'>, builtin: () => LanguageModelV4, isFirst: boolean): Candidate {
  if (reached.kind === 'builtin') return ownCandidate(reached.name, builtin)
  let opened: Promise<ProviderConnection> | undefined
  const connection = () => {
    opened ??= reached.connect().then((found) => found ?? notSetUp(), notOpened)
    return opened
  }
  // The key is opened while other things are done.
  if (isFirst) connection().catch(() => {})
  return {
    model: reached.name,
    provider: reached.provider,
    kind: reached.kind,
    upstream: reached.upstream,
    isOwn: false,
    open: async (options, unhurried) => openVendor(ctx, await connection(), reached.upstream, options, unhurried),
  }
}

/** A model that speaks OpenAI's wire is read off it; any other through the AI SDK's package. */
async function openVendor(ctx: Context, connection: ProviderConnection, upstream: string, options: CallOptions, unhurried: () => void): Promise<ReplyReader> {
  const { models } = ctx.ports
  const wire = models.wire?.(connection, upstream)
  const asked = wire && wireRequest(options)
  if (asked?.whole) unhurried()
  if (asked) return readWire(await wire.ask(asked, options.abortSignal))
  return readStream((await models.open(connection, upstream).doStream(options)).stream, options.abortSignal)
}

/** A model that takes over in the middle of a question begins it anew: what another's tools answered is not in its words. */
export function ownCandidate(model: string, builtin: () => LanguageModelV4): Candidate {
  let opened: LanguageModelV4 | undefined
  return {
    model,
    provider: null,
    kind: 'builtin',
    upstream: 'builtin',
    isOwn: true,
    async open(options) {
      const prompt = opened ? options.prompt : options.prompt.slice(0, options.prompt.findLastIndex(({ role }) => role === 'user') + 1)
      opened ??= builtin()
      return readStream((await opened.doStream({ ...options, prompt })).stream, options.abortSignal, 0)
    },
  }
}

function notOpened(cause: unknown): never {
  throw new Failure('provider_not_configured', "the API key of the model's provider cannot be opened", { hint: 'set api_key on the provider again', cause })
}

function notSetUp(): never {
  throw new Failure('provider_not_configured', "the model's provider is not set up", { param: 'model' })
}
