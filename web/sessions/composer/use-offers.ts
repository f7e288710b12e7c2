import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Prompt } from '#web/api/core.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import type { Description } from '#web/api/semantic.gen.ts'

/** What can be put where the caret stands. */
export type Offer = { id: string; label: string; hint: string; prompt?: Prompt; insert?: string; table?: string }
/** A word that asks for offers: prompts at the beginning of the text, tables and columns anywhere. */
export type Trigger = { sign: '/' | '@'; word: string; from: number; to: number }

const MOST = 50

export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret)
  const [prompt] = /^\/[^\s]*$/.exec(before) ?? []
  if (prompt !== undefined) return { sign: '/', word: prompt.slice(1), from: 0, to: caret }
  const [, mention] = /(?:^|\s)@([\p{L}\p{N}_. -]{0,40})$/u.exec(before) ?? []
  return mention === undefined || / {2}|[.] /.test(mention) ? null : { sign: '@', word: mention, from: caret - mention.length - 1, to: caret }
}

/** The offers for what is typed; none without a trigger. */
export function useOffers(trigger: Trigger | null, datasourceIds: string[]): Offer[] {
  const word = useDeferredValue(trigger?.word.trim().toLowerCase() ?? '')
  const isPrompt = trigger?.sign === '/'
  const prompts = useQuery({ ...queryOf('prompt', 'GET /core/prompts', { query: { page_size: 200 } }), enabled: isPrompt })
  const [first = '', second = ''] = datasourceIds
  const inFirst = useDescriptions(first, word, trigger?.sign === '@')
  const inSecond = useDescriptions(second, word, trigger?.sign === '@')
  if (isPrompt) {
    return (prompts.data ?? [])
      .filter(({ is_enabled, command, title }) => is_enabled && `${command} ${title}`.toLowerCase().includes(word))
      .map((prompt) => ({ id: prompt.id, label: prompt.command, hint: prompt.title, prompt }))
  }
  const found = [...inFirst, ...inSecond].map(offerOf)
  // A name that several tables have is told with its table.
  const isShared = ({ label }: Offer) => found.filter((one) => one.label === label).length > 1
  return trigger ? found.map((offer) => (isShared(offer) ? { ...offer, insert: `${offer.table} ${offer.insert}` } : offer)) : []
}

function useDescriptions(datasourceId: string, word: string, isAsked: boolean): Description[] {
  const query = { datasource_id: datasourceId, page_size: MOST, is_hidden: false, ...(word ? { q: word } : {}) }
  const { data } = useQuery({
    ...queryOf('description', 'GET /semantic/descriptions', { query }),
    enabled: isAsked && datasourceId !== '',
    placeholderData: (before) => before,
  })
  return isAsked ? (data ?? []) : []
}

const offerOf = ({ id, table_name, column_name, label }: Description): Offer => {
  const name = label || column_name || table_name
  return {
    id,
    label: name,
    hint: column_name === null ? table_name : `${table_name}.${column_name}`,
    insert: name.toLowerCase(),
    table: table_name.toLowerCase(),
  }
}
