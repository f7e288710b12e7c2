import { dataPorts } from './edge/data.ts'
import { mailPorts } from './edge/mail.ts'
import { modelPorts } from './edge/models.ts'
import { picturePorts } from './edge/pictures.ts'
import { analytics } from './services/analytics.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry({ services: { analytics }, ports: [dataPorts, mailPorts, modelPorts, picturePorts] })
