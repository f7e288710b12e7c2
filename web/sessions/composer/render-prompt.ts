import { call } from '#web/api/client.ts'
import type { Prompt } from '#web/api/core.gen.ts'

/** What a prompt says with its variables filled in. */
export const renderPrompt = (prompt: Prompt, variables: Record<string, string>) =>
  call('POST /core/prompts/{prompt_id}/render', { path: { prompt_id: prompt.id }, body: { variables } })
