import { dataPorts } from './edge/data.ts'
import { mailPorts } from './edge/mail.ts'
import { modelPorts } from './edge/models.ts'
import { semantic } from './services/semantic.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry({ services: { semantic }, ports: [dataPorts, mailPorts, modelPorts] })
