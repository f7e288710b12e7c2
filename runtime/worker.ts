import { accountPorts } from './edge/accounts.ts'
import { dataPorts } from './edge/data.ts'
import { mailPorts } from './edge/mail.ts'
import { modelPorts } from './edge/models.ts'
import { picturePorts } from './edge/pictures.ts'
import { speechPorts } from './edge/speech.ts'
import { allServices } from './services/all.ts'
import { createWorkerEntry } from './worker-entry.ts'

export default createWorkerEntry({
  services: allServices,
  ports: [accountPorts, dataPorts, mailPorts, modelPorts, picturePorts, speechPorts],
  hasWorkspace: true,
})
