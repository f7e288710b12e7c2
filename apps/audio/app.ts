import { createService } from '#http/service.ts'
import { config } from './config.ts'
import { live } from './live.ts'
import { recordings } from './recordings.ts'
import { openaiBesideChat, openaiTranscriptions, transcriptions } from './transcriptions.ts'

/** Speech to text. */
export const createAudio = () => createService('audio', 'Querent Audio', [config, transcriptions, openaiTranscriptions, live, recordings], [openaiBesideChat])
