/** An object as a store lists it. The `etag` keeps its quotes. */
export type StoredObject = { key: string; size: number; etag: string }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One page of a listing, version 2. */
export function listingOf(xml: string): { objects: StoredObject[]; folders: string[]; next: string | null } {
  const objects = blocks(xml, 'Contents').map((entry) => ({
    key: elementOf(entry, 'Key') ?? '',
    size: Number(elementOf(entry, 'Size') ?? 0),
    etag: elementOf(entry, 'ETag') ?? '',
  }))
  const folders = blocks(xml, 'CommonPrefixes').map((entry) => elementOf(entry, 'Prefix') ?? '')
  const more = elementOf(xml, 'IsTruncated') === 'true'
  return { objects, folders, next: more ? elementOf(xml, 'NextContinuationToken') : null }
}

/** The text of the first element of that name. */
export function elementOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)
  return found ? decode(found[1] ?? '') : null
}

function blocks(xml: string, name: string): string[] {
  return xml
    .split(`<${name}>`)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf(`</${name}>`)))
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
