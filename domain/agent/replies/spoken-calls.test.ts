import { expect, test } from 'vitest'
import type { ToolName } from '../context/tools.ts'
import { spokenCalls } from './spoken-calls.ts'

const TOOLS: ToolName[] = ['query_data', 'run_sql', 'use_verified_query', 'find_in_schema', 'describe_table', 'ask_user', 'suggest_questions']
const SQL = 'select count(*) as n from orders'
const ARGUMENTS = `{"datasource_id": "ds_1", "sql": "${SQL}"}`
const CALL = `{"name": "run_sql", "arguments": ${ARGUMENTS}}`

/** What comes of a text that arrives in pieces of so many characters. */
function read(text: string, piece: number, tools = TOOLS) {
  const spoken = spokenCalls(tools)
  let shown = ''
  for (let at = 0; at < text.length; at += piece) shown += spoken.push(text.slice(at, at + piece))
  const { calls, text: rest, isUnreadable } = spoken.end()
  return { shown: shown + rest, calls, isUnreadable }
}

const RUN_SQL: [string, string][] = [
  ['tags', `<tool_call>\n${CALL}\n</tool_call>`],
  ['tags without an end', `<tool_call>\n${CALL}`],
  ['tags of another family', `<function_call>${CALL}</function_call>`],
  ['a list of calls in tags', `<tool_calls>[${CALL}]</tool_calls>`],
  ['doubled braces', `<tool_call>\n{{"name": "run_sql", "arguments": {{"datasource_id": "ds_1", "sql": "${SQL}"}}}}\n</tool_call>`],
  ['a fence', `\`\`\`json\n${CALL}\n\`\`\``],
  ['a fence without a language', `\`\`\`\n${CALL}\n\`\`\``],
  ['a fence called tool_call', `\`\`\`tool_call\n${CALL}\n\`\`\``],
  ['a fence without an end', `\`\`\`json\n${CALL}`],
  ['bare JSON', CALL],
  ['bare JSON on several lines', JSON.stringify(JSON.parse(CALL), null, 2)],
  ['a list', `[${CALL}]`],
  ['words before it', `I will count the orders.\n\n${CALL}`],
  ['words before a fence', `Let me look.\n\`\`\`json\n${CALL}\n\`\`\``],
  ['parameters for arguments', `{"name": "run_sql", "parameters": ${ARGUMENTS}}`],
  ['input for arguments', `{"tool": "run_sql", "input": ${ARGUMENTS}}`],
  ['an action', `{"action": "run_sql", "action_input": ${ARGUMENTS}}`],
  ['arguments as text', `{"name": "run_sql", "arguments": ${JSON.stringify(ARGUMENTS)}}`],
  ["OpenAI's own form", `{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "run_sql", "arguments": ${JSON.stringify(ARGUMENTS)}}}]}`],
  ['a function inside', `{"type": "function", "function": ${CALL}}`],
  ['a name with a prefix', `{"name": "functions.run_sql", "arguments": ${ARGUMENTS}}`],
  ['arguments beside the name', `{"name": "run_sql", "datasource_id": "ds_1", "sql": "${SQL}"}`],
  ['the name as the key', `{"run_sql": ${ARGUMENTS}}`],
  ['arguments alone', ARGUMENTS],
  ["Mistral's mark", `[TOOL_CALLS][${CALL}]`],
  ["Llama's mark", `<|python_tag|>${CALL}`],
  [
    "Qwen's parameters",
    `<tool_call>\n<function=run_sql>\n<parameter=datasource_id>\nds_1\n</parameter>\n<parameter=sql>\n${SQL}\n</parameter>\n</function>\n</tool_call>`,
  ],
  ['an invocation', `<invoke name="run_sql"><parameter name="datasource_id">ds_1</parameter><parameter name="sql">${SQL}</parameter></invoke>`],
  ['a call in Python', `run_sql(datasource_id="ds_1", sql="${SQL}")`],
  ['a call in Python with single quotes', `run_sql(datasource_id='ds_1', sql='${SQL}')`],
  ['a call of an object', `run_sql(${ARGUMENTS})`],
  ['words behind it', `${CALL}\n\nThis counts the orders.`],
  ['a comma too many', `{"name": "run_sql", "arguments": {"datasource_id": "ds_1", "sql": "${SQL}",}}`],
  ["Python's constants", `{"name": "run_sql", "arguments": {"datasource_id": "ds_1", "sql": "${SQL}", "chart": None}}`],
  ['a bracket forgotten', `{"name": "run_sql", "arguments": {"datasource_id": "ds_1", "sql": "${SQL}"}`],
]

const LONE: [string, string][] = [
  ['a lone fence of SQL', `\`\`\`sql\n${SQL};\n\`\`\``],
  ['a fence of SQL behind words', `This query counts them:\n\n\`\`\`sql\n${SQL}\n\`\`\`\n\nIt answers one row.`],
  ['a fence without a language that holds SQL', `\`\`\`\n${SQL}\n\`\`\``],
  ['nothing but a statement', SQL],
  ['nothing but a statement that begins with a table of its own', `with t as (select 1 as n) select n from t`],
]

test.each(RUN_SQL)('a call written in %s is a call, in pieces of any size, and none of it is shown', (_, text) => {
  for (const piece of [1, 3, 7, 1_000]) {
    const { shown, calls, isUnreadable } = read(text, piece)
    expect([calls.length, isUnreadable]).toEqual([1, false])
    expect(calls[0]).toMatchObject({ name: 'run_sql', input: { sql: SQL } })
    expect(shown).not.toMatch(/run_sql|"sql"|[{}<>`]|TOOL/)
  }
})

test.each(LONE)('%s is run', (_, text) => {
  for (const piece of [1, 5, 1_000]) {
    const { shown, calls } = read(text, piece)
    expect(calls).toMatchObject([{ name: 'run_sql', input: { sql: expect.stringMatching(/^(?:select|with)/) } }])
    expect(shown).not.toContain('select')
  }
})

test('several calls are all read', () => {
  const { calls } = read(
    `<tool_call>${CALL}</tool_call>\n<tool_call>{"name": "suggest_questions", "arguments": {"suggestions": ["And by month?"]}}</tool_call>`,
    9,
  )
  expect(calls.map(({ name }) => name)).toEqual(['run_sql', 'suggest_questions'])
})

test('a query without a name is known by its parts', () => {
  expect(read('{"measures": [{"aggregate": "count", "table": "orders"}]}', 4).calls).toMatchObject([{ name: 'query_data' }])
  expect(read('```json\n{"datasource_id": "ds_1", "query": {"dimensions": []}}\n```', 4).calls).toMatchObject([{ name: 'query_data' }])
})

test.each([
  'There are 59 customers.',
  'Selecting the best is up to you.',
  'With care: the data ends in 2024.',
  'A < b and c > d; see [1] and {x}.',
  'The set {1, 2} is small.\n{not json}\nEnd.',
  'Use `total` for it, or ``total``.',
  '```python\nprint(1)\n```',
  'I can run SQL and query data.',
  'run_sql is the name of a tool.',
  '- [ ] one\n- [x] two',
  '{"answer": 42}',
  'The result is [[1:1:n]] orders.',
])('other words stay as they are: %s', (text) => {
  for (const piece of [1, 2, 5, 1_000]) expect(read(text, piece)).toEqual({ shown: text, calls: [], isUnreadable: false })
})

test.each([
  ['cut in the middle', '<tool_call>\n{"name": "run_sql", "arguments": {"sql": "select count('],
  ['of a tool there is not', '<tool_call>{"name": "drop_table", "arguments": {"table": "orders"}}</tool_call>'],
  ['no JSON at all', '<tool_call>run the query please</tool_call>'],
  ['a schema instead of arguments', '{"name": "query_database", "parameters": {"type": "object"}}'],
])('a call that cannot be read is not shown: %s', (_, text) => {
  for (const piece of [1, 6, 1_000]) expect(read(text, piece)).toMatchObject({ shown: '', calls: [], isUnreadable: true })
})

test('a model of two tools is read by its two', () => {
  expect(read(CALL, 5, ['run_sql', 'ask_user']).calls).toHaveLength(1)
  expect(read('{"name": "describe_table", "arguments": {"table": "orders"}}', 5, ['run_sql', 'ask_user'])).toMatchObject({ calls: [], isUnreadable: true })
})

test('of a reply cut at its longest length only what stands in closed fences is called', () => {
  const cut = (text: string) => {
    const spoken = spokenCalls(TOOLS)
    spoken.push(text)
    return spoken.end(true).calls
  }
  const inputs = (text: string) => cut(text).map(({ input }) => input)
  expect(inputs(`First:\n\`\`\`json\n${CALL}\n\`\`\`\nThen it shows:\n\`\`\`json\n{"name": "run_sql", "arguments": {"sql": "select`)).toEqual([
    JSON.parse(ARGUMENTS),
  ])
  expect(cut(`\`\`\`sql\n${SQL}`)).toEqual([])
  expect(cut(SQL)).toEqual([])
})
