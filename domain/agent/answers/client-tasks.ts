/** What chat clients ask a model beside the person's questions: a title for the list, tags, what could be asked next. */
export type ClientTask = 'title' | 'tags' | 'follow_ups' | 'queries'

const LONGEST_TITLE = 60

/** Open WebUI sends such a task as one message that begins so and holds the conversation; LibreChat asks for a title in words. */
const TASK = /^\s*###\s*task:/i
const KINDS: [RegExp, ClientTask][] = [
  [/\btags?\b[\s\S]*"tags"/i, 'tags'],
  [/follow[-_ ]?ups?\b/i, 'follow_ups'],
  [/"queries"/i, 'queries'],
  [/\btitle\b/i, 'title'],
]
const TITLE_IN_WORDS = /^\s*(?:please\s+)?(?:generate|provide|write)\s+(?:a|an)\s+(?:short|concise|brief)[^\n]{0,80}\btitle\b[^\n]{0,40}\bconversation\b/i

/** Which of them a message is; null for a question. */
export function clientTask(text: string): ClientTask | null {
  if (TITLE_IN_WORDS.test(text)) return 'title'
  if (!TASK.test(text) || !/<chat_history>|###\s*chat history/i.test(text)) return null
  const head = text.replace(/<chat_history>[\s\S]*/i, '')
  return KINDS.find(([pattern]) => pattern.test(head))?.[1] ?? null
}

/**
 * What is answered to one without touching data, in the form the client reads: `asked` are the questions of its conversation, `next` what the analyst would
 * offer.
 */
export function answerTask(task: ClientTask, text: string, asked: string[], next: string[]): string {
  const questions = [...asked, ...questionsIn(text)]
  const isJson = TASK.test(text)
  const title = titleOf(questions[0] ?? 'Conversation')
  if (task === 'title') return isJson ? JSON.stringify({ title }) : title
  if (task === 'tags') return JSON.stringify({ tags: ['Data'] })
  if (task === 'follow_ups') return JSON.stringify({ follow_ups: next.slice(0, 3) })
  return JSON.stringify({ queries: [] })
}

const questionsIn = (text: string): string[] => [...text.matchAll(/^\s*(?:USER|User|Human)\s*:\s*(.+)$/gm)].map(([, said = '']) => said.trim())

function titleOf(question: string): string {
  const plain = question.replaceAll(/\s+/g, ' ').replace(/[?!.\s]+$/, '')
  return plain.length <= LONGEST_TITLE ? plain : `${plain.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, '')}…`
}
