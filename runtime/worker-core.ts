import { accountPorts } from './edge/accounts.ts'
import { mailPorts } from './edge/mail.ts'
import { modelPorts } from './edge/models.ts'
import { core } from './services/core.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry({ services: { core }, ports: [accountPorts, mailPorts, modelPorts] })
