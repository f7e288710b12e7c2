import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry(['audio'])
