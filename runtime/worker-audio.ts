import { modelPorts } from './edge/models.ts'
import { speechPorts } from './edge/speech.ts'
import { audio } from './services/audio.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry({ services: { audio }, ports: [modelPorts, speechPorts] })
