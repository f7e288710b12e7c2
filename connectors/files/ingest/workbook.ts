import { posix } from 'node:path'
import { Failure } from '#domain/failure.ts'
import type { Archive } from './archive.ts'
import { attributeOf, readXml } from './xml.ts'

const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024
const MAX_SHEETS = 500
const MAX_STYLES = 100_000

/** What a number's format makes of it. */
export type NumberKind = 'number' | 'date' | 'time' | 'timestamp'

export type Workbook = {
  sheets: { name: string; path: string }[]
  shared: string[]
  /** By the index of a cell's style. */
  kinds: NumberKind[]
  /** Whether days count from 1904 instead of 1900. */
  from1904: boolean
}

/** Reads all of an XLSX but its cells. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const path = await mainPart(archive)
  const targets = await relationships(archive, path)
  const sheets: Workbook['sheets'] = []
  let from1904 = false
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      const target = targets.get(attributeOf(attributes, 'id') ?? '')
      if (target?.type === 'worksheet' && archive.has(target.path)) sheets.push({ name: attributeOf(attributes, 'name') ?? '', path: target.path })
      if (sheets.length > MAX_SHEETS) throw new Failure('invalid', `the workbook has more than ${MAX_SHEETS} sheets`, { param: 'file' })
    },
  })
  const part = (type: string) => [...targets.values()].find((target) => target.type === type && archive.has(target.path))?.path
  const strings = part('sharedStrings')
  const styles = part('styles')
  return { sheets, from1904, shared: strings ? await sharedStrings(archive, strings) : [], kinds: styles ? await numberKinds(archive, styles) : [] }
}

async function mainPart(archive: Archive): Promise<string> {
  const targets = await relationships(archive, '')
  const path = [...targets.values()].find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  if (!archive.has(path)) throw new Failure('unsupported_media_type', 'the file is an archive, but not an XLSX workbook', { param: 'file' })
  return path
}

/** What a part refers to, by the names it uses. */
async function relationships(archive: Archive, part: string): Promise<Map<string, { type: string; path: string }>> {
  const path = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  const found = new Map<string, { type: string; path: string }>()
  if (!archive.has(path)) return found
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attributeOf(attributes, 'Target') ?? ''
      const type = posix.basename(attributeOf(attributes, 'Type') ?? '')
      const resolved = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target)
      found.set(attributeOf(attributes, 'Id') ?? '', { type, path: resolved })
    },
  })
  return found
}

async function sharedStrings(archive: Archive, path: string): Promise<string[]> {
  const strings: string[] = []
  let characters = 0
  let reading = false
  let phonetic = false
  let text = ''
  await readXml(archive.read(path), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic = true
      else if (name === 't') reading = !phonetic
    },
    text(more) {
      if (!reading) return
      text += more
      characters += more.length
      if (characters > MAX_SHARED_CHARACTERS) throw new Failure('payload_too_large', 'the workbook holds more than 64 MB of texts', { param: 'file' })
    },
    close(name) {
      if (name === 't') reading = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') {
        strings.push(text)
        characters += 16
      }
    },
  })
  return strings
}

async function numberKinds(archive: Archive, path: string): Promise<NumberKind[]> {
  const custom = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let inCells = false
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'numFmt') custom.set(Number(attributeOf(attributes, 'numFmtId')), kindOfFormat(attributeOf(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
        kinds.push(custom.get(id) ?? kindOfBuiltin(id))
        if (kinds.length > MAX_STYLES) throw new Failure('invalid', 'the workbook has too many styles', { param: 'file' })
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return kinds
}

function kindOfBuiltin(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return 'time'
  return id === 22 ? 'timestamp' : 'number'
}

/** By the letters left in a format once its quoted texts, escapes, colours and conditions are gone. Elapsed time such as `[h]:mm` stays a number of days. */
function kindOfFormat(code: string): NumberKind {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'number'
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .split(';')[0]
    ?.replace(/general|e[+-]/gi, '')
  const day = /[yd]/i.test(bare ?? '') || (/m/i.test(bare ?? '') && !/[hs]/i.test(bare ?? ''))
  const time = /[hs]/i.test(bare ?? '')
  return day ? (time ? 'timestamp' : 'date') : time ? 'time' : 'number'
}
