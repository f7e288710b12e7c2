import { Failure } from '#domain/failure.ts'

/** Longest run of characters without a tag, and longest tag: a spreadsheet's cell holds 32,767 characters. */
const MAX_TOKEN = 1024 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export type XmlHandler = {
  /** `attributes` is the text inside the tag, for `attributeOf`. */
  open?: (name: string, attributes: string) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Reads XML as it streams, never holding more than one token. Names come without their prefix; an empty element opens and closes. A document type is refused. */
export async function readXml(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest = readTokens(rest + decoder.decode(chunk, { stream: true }), handler)
    if (rest.length > MAX_TOKEN) throw new Failure('invalid', 'the workbook holds a text longer than 1 MB', { param: 'file' })
  }
  if (readTokens(rest + decoder.decode(), handler).includes('<')) throw new Failure('invalid', 'the workbook ends in the middle', { param: 'file' })
}

/** Handles every whole token and gives back what follows the last. */
function readTokens(text: string, handler: XmlHandler): string {
  let at = 0
  for (;;) {
    const start = text.indexOf('<', at)
    if (start < 0) return text.slice(at)
    const end = tokenEnd(text, start)
    if (end < 0) return text.slice(at)
    if (start > at && handler.text) handler.text(decodeEntities(text.slice(at, start)))
    if (text.startsWith('<![CDATA[', start)) handler.text?.(text.slice(start + 9, end - 3))
    else readTag(text.slice(start + 1, end - 1), handler)
    at = end
  }
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Past the `>` that ends the token at `start`, or -1 when it is not all here. A `>` inside quotes ends nothing. */
function tokenEnd(text: string, start: number): number {
  const next = text.charCodeAt(start + 1)
  if (next === 33 || next === 63) {
    for (const [open, close] of SECTIONS) {
      if (!text.startsWith(open, start)) continue
      const end = text.indexOf(close, start + open.length)
      return end < 0 ? -1 : end + close.length
    }
  }
  let end = text.indexOf('>', start)
  for (let quote = nextQuote(text, start, end); quote >= 0; ) {
    const close = text.indexOf(text.charAt(quote), quote + 1)
    if (close < 0) return -1
    if (close > end) end = text.indexOf('>', close)
    quote = nextQuote(text, close + 1, end)
  }
  return end < 0 ? -1 : end + 1
}

/** Tags are short: looking at each character is cheaper than two searches through all that follows. */
function nextQuote(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 34 || code === 39) return at
  }
  return -1
}

function readTag(tag: string, { open, close }: XmlHandler): void {
  const first = tag.charCodeAt(0)
  if (first === 63 || tag.startsWith('!--')) return
  if (first === 33) throw new Failure('invalid', 'the workbook declares a document type, which is not read', { param: 'file' })
  if (first === 47) {
    close?.(localName(tag.slice(1).trimEnd()))
    return
  }
  const empty = tag.endsWith('/')
  const space = nameEnd(tag)
  const name = localName(space < 0 ? tag : tag.slice(0, space))
  open?.(name, space < 0 ? '' : tag.slice(space))
  if (empty) close?.(name)
}

function nameEnd(tag: string): number {
  for (let at = 0; at < tag.length; at++) {
    const code = tag.charCodeAt(at)
    if (code === 47 || code <= 32) return at
  }
  return -1
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The value of an attribute, whatever its prefix. */
export function attributeOf(attributes: string, name: string): string | null {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1)
    // The start of a name, or what follows a prefix; never a part of a longer one.
    if (at > 0 && before > 32 && before !== 58) continue
    const rest = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes.slice(at + name.length))
    if (rest) return decodeEntities(rest[1] ?? rest[2] ?? '')
  }
  return null
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
