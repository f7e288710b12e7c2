import { Asker } from './asking.ts'
import type { Question } from './sets.ts'

const asker = new Asker()
process.on('message', async (question: Question) => {
  process.send?.(await asker.ask(question))
})
