import { dataPorts } from './edge/data.ts'
import { mailPorts } from './edge/mail.ts'
import { modelPorts } from './edge/models.ts'
import { llm } from './services/llm.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry({ services: { llm }, ports: [dataPorts, mailPorts, modelPorts] })
