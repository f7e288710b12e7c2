import { aiSdk, uiTransport } from './ai-sdk.ts'
import type { ClientCase } from './case.ts'
import { curlClient } from './curl.ts'
import { mcp } from './mcp.ts'
import { mcpOAuth } from './oauth.ts'
import { openai, openaiModels } from './openai.ts'

/** Every client and what it does, in no order that matters. */
export const clientCases: ClientCase[] = [...openaiModels, ...openai, ...aiSdk, ...uiTransport, ...curlClient, ...mcp, ...mcpOAuth]
