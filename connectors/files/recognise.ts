import { Failure } from '#domain/failure.ts'
import type { FileFormat } from '#domain/semantics/sources/source.ts'

/** Bytes looked at from the start of an upload. */
export const HEAD_BYTES = 64 * 1024

const SQLITE_MAGIC = 'SQLite format 3\0'
const ZIP_MAGIC = 'PK\x03\x04'

/** The format of an upload by its first bytes; its name only decides between text formats that look alike. Fails with `unsupported_media_type`. */
export function recogniseFormat(head: Uint8Array, name: string): FileFormat {
  const latin = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (latin.startsWith(SQLITE_MAGIC)) return 'sqlite'
  if (latin.startsWith('PAR1')) return 'parquet'
  // Which archives are workbooks is known when their entries are read.
  if (latin.startsWith(ZIP_MAGIC)) return 'xlsx'
  const text = decodeHead(head)
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const format = text === null ? null : textFormat(text, extension)
  if (format === null) {
    throw new Failure('unsupported_media_type', 'the file is none of CSV, TSV, JSON, NDJSON, Parquet, XLSX or SQLite', { param: 'file' })
  }
  return format
}

/** The start as text, or null when it holds bytes no text has. UTF-16 is known by its byte order mark, any other 8-bit text passes. */
function decodeHead(head: Uint8Array): string | null {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head)
  if (head.some(isControl)) return null
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
}

/** Control bytes no text holds: all but tab, line feed, vertical tab, form feed, carriage return and escape. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 27)
}

function textFormat(text: string, extension: string): FileFormat | null {
  const trimmed = text.trimStart()
  if (trimmed.startsWith('[') && /^\[\s*(?:[{["\d\-\]tfn]|$)/.test(trimmed)) return isDelimitedName(extension) ? delimited(text, extension) : 'json'
  if (trimmed.startsWith('{') && /^\{\s*(?:["}]|$)/.test(trimmed))
    return isDelimitedName(extension) ? delimited(text, extension) : objectFormat(trimmed, extension)
  if (/^<[!?a-z]/i.test(trimmed) || /^(%PDF|\{\\rtf|#!)/.test(trimmed)) return null
  return delimited(text, extension)
}

/** Several objects, one a line, are NDJSON; one object over several lines is JSON. */
function objectFormat(text: string, extension: string): FileFormat {
  const [first = '', second = ''] = text.split(/\r?\n/, 2)
  const whole = isJson(first)
  if (whole && second.trimStart().startsWith('{')) return 'ndjson'
  return whole && (extension === 'ndjson' || extension === 'jsonl') ? 'ndjson' : 'json'
}

function delimited(text: string, extension: string): FileFormat | null {
  const lines = text.split(/\r\n|\r|\n/, 20).filter((line) => line.trim() !== '')
  const withAny = (delimiter: string) => lines.filter((line) => line.includes(delimiter)).length
  const tabs = withAny('\t')
  const others = Math.max(withAny(','), withAny(';'), withAny('|'))
  if (tabs > others || (tabs > 0 && extension === 'tsv')) return 'tsv'
  if (isDelimitedName(extension)) return extension === 'tsv' || extension === 'tab' ? 'tsv' : 'csv'
  return lines.length > 1 && others === lines.length ? 'csv' : null
}

function isDelimitedName(extension: string): boolean {
  return extension === 'csv' || extension === 'tsv' || extension === 'tab'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
