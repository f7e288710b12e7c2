export { createQuerent, type Querent, QuerentError, type QuerentOptions, unwrap, upload } from './client.js'
export { type AnswerEvent, ask, extracted, serverEvents } from './events.js'
export type { components, operations, paths } from './schema.js'
