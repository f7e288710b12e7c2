import { SERVICES } from './compose.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry(SERVICES)
