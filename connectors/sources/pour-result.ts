import type { QueryResult, RowSink } from '#domain/semantics/sources/source.ts'

const ROWS_PER_PART = 500

/** Gives a result that was read whole to a sink, part by part, so that neither side is held up by all of it. */
export async function pourResult(result: QueryResult, sink: RowSink): Promise<QueryResult> {
  const encoder = new TextEncoder()
  const { rows, ...facts } = result
  sink.columns(result.columns)
  let bytes = 0
  let rowCount = 0
  for (let at = 0; at < rows.length; at += ROWS_PER_PART) {
    const part = rows.slice(at, at + ROWS_PER_PART)
    const text = encoder.encode((at > 0 ? sink.separator : '') + part.map((row) => JSON.stringify(row)).join(sink.separator))
    bytes += text.length
    if (bytes > sink.maxBytes) return { ...facts, rows: [], rowCount, truncated: true }
    await sink.rows(text)
    rowCount += part.length
  }
  return { ...facts, rows: [], rowCount }
}
