import { createService } from '#http/service.ts'
import { config } from './config.ts'
import { live } from './live.ts'
import { transcriptions } from './transcriptions.ts'

/** Speech to text. */
export const createAudio = () => createService('audio', 'Querent Audio', [config, transcriptions, live])
