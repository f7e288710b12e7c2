import type { LogEntry } from '#domain/context.ts'

let told = { at: 0, text: '' }

/** An entry as one line of JSON that begins with the time. Many are written within a millisecond: its text is made once. */
export function logLine(entry: LogEntry): string {
  const at = Date.now()
  if (at !== told.at) told = { at, text: `{"time":"${new Date(at).toISOString()}",` }
  return told.text + JSON.stringify(entry).slice(1)
}
