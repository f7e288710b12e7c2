import type { ToolName } from '../context/tools.ts'

/** A tool call found in a model's words; `input` is whatever was written as its arguments. */
export type SpokenCall = { name: string; input: unknown }

/**
 * The words of a model on their way to a reader, with tool calls it wrote as text taken out of them. Small models, and servers whose chat template knows no
 * tools, write a call instead of making it: in tags, in a fence, as bare JSON, as a lone statement of SQL.
 */
export type SpokenCalls = {
  /** The text that can be shown now; what might be the beginning of a call is kept back. */
  push(delta: string): string
  /**
   * What was kept back: the calls in it, the text of it that is none, and whether it held a call that could not be read. Of a text cut at its longest
   * length only what stands in closed fences is a call: the rest may have been meant otherwise.
   */
  end(isCut?: boolean): { calls: SpokenCall[]; text: string; isUnreadable: boolean }
}

/** What a call written as text begins with. */
const OPENING =
  /<\/?(?:tool_calls?|tools?|function_calls?|function|invoke|antml:|\|(?:tool|python|plugin|action))[^>]{0,80}>?|\[TOOL_CALLS?\]|```|^[ \t]*(?:\[\s*)?\{|\b(?:TOOLS)\s*\(\s*(?=[{"'\w)]|$)/im
/** The end of a text that may still become an opening. */
const HALF_OPENING = /(?:<\/?[|\w:]{0,14}|\[[A-Z_]{0,11}|`{1,2}|(?:^|\n)[ \t]*\[?\s*|\b\w{1,20}\s*\(?\s*)$/
const STATEMENT = /^\s*(?:select\b|with\s+\w+\s+as\s*\()/i

export function spokenCalls(tools: readonly ToolName[]): SpokenCalls {
  const names = tools.join('|')
  const opening = new RegExp(OPENING.source.replace('TOOLS', names), OPENING.flags)
  let held = ''
  let isOpen = false
  let isBegun = false

  return {
    push(delta) {
      held += delta
      if (isOpen) return ''
      // A reply that is nothing but a statement.
      if (!isBegun && (STATEMENT.test(held) || mayBecomeStatement(held))) return ''
      const found = opening.exec(held)
      if (found) {
        isOpen = true
        const before = held.slice(0, found.index)
        held = held.slice(found.index)
        isBegun ||= before.trim() !== ''
        return before
      }
      const kept = held.length - (halfOpening(held, tools)?.length ?? 0)
      const ready = held.slice(0, kept)
      held = held.slice(kept)
      isBegun ||= ready.trim() !== ''
      return ready
    },
    end(isCut = false) {
      const rest = held
      held = ''
      if (rest.trim() === '') return { calls: [], text: rest, isUnreadable: false }
      const calls = callsIn(isCut ? inClosedFences(rest) : rest, tools)
      if (calls.length) return { calls, text: '', isUnreadable: false }
      return isOpen && looksLikeCall(rest, names) ? { calls, text: '', isUnreadable: true } : { calls, text: rest, isUnreadable: false }
    },
  }
}

/** Whether a text may still become a statement: it is the beginning of `select`, or of `with`, a name and `as`. */
function mayBecomeStatement(text: string): boolean {
  const begun = text.trimStart().toLowerCase()
  return 'select'.startsWith(begun) || 'with'.startsWith(begun) || /^with\s+\w*(?:\s+(?:as?\s*)?)?$/.test(begun)
}

/** The end of a text that may become an opening: a mark, or the first letters of a tool's name. */
function halfOpening(text: string, tools: readonly ToolName[]): string | undefined {
  const [half] = HALF_OPENING.exec(text) ?? []
  if (half === undefined) return undefined
  const word = /\w+\s*\(?\s*$/.exec(half)?.[0]
  if (word === undefined || /[<[`]/.test(half)) return half
  const letters = word.replace(/\W+$/, '')
  return tools.some((name) => name.startsWith(letters)) ? word : undefined
}

const looksLikeCall = (text: string, names: string): boolean =>
  /^\s*<|^\s*\[TOOL/i.test(text) ||
  new RegExp(`"(?:name|tool|function|arguments|parameters|datasource_id|sql|measures|dimensions)"|\\b(?:${names})\\b`, 'i').test(text)

function callsIn(text: string, tools: readonly ToolName[]): SpokenCall[] {
  const tagged = taggedCalls(text, tools)
  if (tagged.length) return tagged
  const written = jsonValues(text).flatMap((value) => callsOf(value, tools))
  if (written.length) return written
  const pythonic = pythonCall(text, tools)
  if (pythonic) return [pythonic]
  const sql = statementIn(text)
  return sql !== null && tools.includes('run_sql') ? [{ name: 'run_sql', input: { sql } }] : []
}

/** `<function=run_sql><parameter=sql>..</parameter></function>` and `<invoke name="run_sql"><parameter name="sql">..`. */
function taggedCalls(text: string, tools: readonly ToolName[]): SpokenCall[] {
  const calls: SpokenCall[] = []
  for (const [, name = '', body = ''] of text.matchAll(
    /<(?:antml:)?(?:function|invoke)(?:\s*=\s*|\s+name\s*=\s*)["']?(\w+)["']?\s*>([\s\S]*?)(?:<\/(?:antml:)?(?:function|invoke)>|$)/g,
  )) {
    if (!tools.includes(name as ToolName)) continue
    const input: Record<string, unknown> = {}
    for (const [, key = '', value = ''] of body.matchAll(
      /<(?:antml:)?parameter(?:\s*=\s*|\s+name\s*=\s*)["']?(\w+)["']?\s*>([\s\S]*?)(?=<\/(?:antml:)?parameter>|<(?:antml:)?parameter|$)/g,
    )) {
      input[key] = parsed(value.trim()) ?? value.trim()
    }
    if (Object.keys(input).length) calls.push({ name, input })
    else for (const found of jsonValues(body)) calls.push({ name, input: found })
  }
  return calls
}

/** The calls a JSON value stands for, in the forms models write them. */
function callsOf(value: unknown, tools: readonly ToolName[]): SpokenCall[] {
  if (Array.isArray(value)) return value.flatMap((each) => callsOf(each, tools))
  if (typeof value !== 'object' || value === null) return []
  const facts = value as Record<string, unknown>
  if (Array.isArray(facts.tool_calls)) return callsOf(facts.tool_calls, tools)
  if (typeof facts.function === 'object' && facts.function !== null) return callsOf(facts.function, tools)
  const named = [facts.name, facts.tool, facts.tool_name, facts.function, facts.action].find((each) => typeof each === 'string') as string | undefined
  const name = named?.replace(/^functions\./, '')
  if (name !== undefined && tools.includes(name as ToolName)) {
    const given = [facts.arguments, facts.parameters, facts.input, facts.args, facts.action_input, facts.params].find((each) => each !== undefined)
    if (given !== undefined) return [{ name, input: typeof given === 'string' ? (parsed(given) ?? given) : given }]
    const { name: _n, tool: _t, tool_name: _tn, function: _f, action: _a, ...input } = facts
    return [{ name, input }]
  }
  // Arguments without a name: what they are for shows in them.
  const meant = (tool: ToolName): SpokenCall[] => (tools.includes(tool) ? [{ name: tool, input: facts }] : [])
  if (typeof facts.sql === 'string') return meant('run_sql')
  if (facts.measures !== undefined || facts.dimensions !== undefined || (typeof facts.query === 'object' && facts.query !== null)) return meant('query_data')
  for (const [key, inner] of Object.entries(facts)) {
    if (tools.includes(key as ToolName) && typeof inner === 'object' && inner !== null) return [{ name: key, input: inner }]
  }
  return []
}

/** `run_sql(sql="select 1", datasource_id='ds')`, `run_sql({..})`. */
function pythonCall(text: string, tools: readonly ToolName[]): SpokenCall | null {
  const found = new RegExp(`\\b(${tools.join('|')})\\s*\\(\\s*([\\s\\S]*)\\)`).exec(text)
  if (!found) return null
  const [, name = '', given = ''] = found
  const input: Record<string, unknown> = {}
  for (const [, key = '', double, single, bare] of given.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^,)\s]+))/g)) {
    input[key] = double !== undefined ? (parsed(`"${double}"`) ?? double) : (single ?? parsed(bare ?? '') ?? bare)
  }
  return Object.keys(input).length ? { name, input } : null
}

const inClosedFences = (text: string): string => (text.match(/```[\s\S]*?```/g) ?? []).join('\n')

/** A statement that stands alone, in a fence or as the whole text. */
function statementIn(text: string): string | null {
  const fenced = [...text.matchAll(/```(\w*)[ \t]*\n?([\s\S]*?)(?:```|$)/g)].filter(
    ([, kind = '', body = '']) => /^(?:sql\w*|sqlite|postgres\w*|mysql|duckdb)?$/i.test(kind) && STATEMENT.test(body),
  )
  if (fenced.length === 1) return (fenced[0]?.[2] ?? '').trim()
  return fenced.length === 0 && STATEMENT.test(text) ? text.trim() : null
}

/** The JSON objects and lists that stand in a text, one after the other. */
function jsonValues(text: string): unknown[] {
  const values: unknown[] = []
  for (let at = 0; at < text.length && values.length < 16; at++) {
    if (text[at] !== '{' && text[at] !== '[') continue
    const end = closing(text, at)
    const value = parsed(text.slice(at, end)) ?? (end === text.length ? parsedToItsEnd(text.slice(at)) : undefined)
    if (value === undefined) continue
    values.push(value)
    at = end - 1
  }
  return values
}

/** Behind the bracket that closes the one at `start`; the end of the text where none does. */
function closing(text: string, start: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isQuoted) {
      if (character === '\\') at++
      else if (character === '"') isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return text.length
}

/** JSON as models write it: in doubled braces, with Python's constants, a comma too many. `undefined` when it is none. */
export function parsed(text: string): unknown {
  const attempts = [
    text,
    text.replaceAll('{{', '{').replaceAll('}}', '}'),
    text
      .replaceAll(/\bNone\b/g, 'null')
      .replaceAll(/\bTrue\b/g, 'true')
      .replaceAll(/\bFalse\b/g, 'false')
      .replaceAll(/,\s*([}\]])/g, '$1'),
  ]
  for (const attempt of attempts) {
    try {
      return JSON.parse(attempt)
    } catch {
      // The next form.
    }
  }
  return undefined
}

/** A whole text with the one or two brackets that were forgotten at its end; a text that breaks off elsewhere is none. */
function parsedToItsEnd(text: string): unknown {
  const whole = text.replace(/(?:<\/\w+>|```|\s)+$/, '')
  if (!/[}\]"\d]$/.test(whole)) return undefined
  for (const end of ['}', ']', '}}', ']}', '}]']) {
    const value = parsed(whole + end)
    if (value !== undefined) return value
  }
  return undefined
}
