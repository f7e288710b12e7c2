import { aggregatePhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { collectiveNouns, generalNouns } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { listJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeMoney, ownerLinks, sharedNounJoints, sharedNounLinks, sharedPartJoints } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { bagOf, type Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Item } from './link.ts'

/** Joins a general noun to the name of a column before it, where it adds nothing: "snatch score" is the column called snatch. */
export function absorbHeads(items: Item[]): Item[] {
  return items.filter((item, at) => {
    const before = items[at - 1]
    // "The amount of money", "spent the most money".
    if (item.text === 'money' && bestWeight(item.meaning) === 0 && beforeMoney.has(before?.lower ?? '')) return false
    // "Staff members" are staff: the table of members is not meant.
    if (item.stem === 'member' && before?.kind === 'name' && collectiveNouns.has(before.stem.split(' ').at(-1) ?? '') && before.meaning.tables.length > 0)
      return false
    const isOther = item.kind === 'name' && items[at + 1]?.lower !== 'of' && bestWeight(item.meaning) <= 0.5 && item.values.length === 0
    const isHead = (item.kind === 'word' || (isOther && (before ? bestWeight(before.meaning) : 0) >= 0.9)) && generalNouns.has(item.stem)
    // "Region name" is the region, where that is a column.
    const isName =
      item.kind === 'name' &&
      item.stem === 'name' &&
      before?.meaning.columns.some(({ column, weight }) => weight >= 0.9 && ['geo', 'category', 'text'].includes(column.semanticType))
    // "The customers' phone numbers" are in the column called phone.
    const isNumber = item.kind === 'name' && item.stem === 'number' && before?.meaning.columns.some(({ column }) => !isNumericType(column))
    if ((isName || isNumber) && before?.kind === 'name' && before.meaning.tables.length === 0 && before.values.length === 0 && !before.isPossessive)
      return false
    if (!isHead || before?.kind !== 'name' || before.isPossessive || before.meaning.tables.length > 0 || before.meaning.columns.length === 0) return true
    Object.assign(before, { text: `${before.text} ${item.text}` })
    return false
  })
}

/** Adds the last word of a name to what is listed before it: "first and last name" is the first name and the last name. */
export function shareHeadNouns(items: Item[], lexicon: Lexicon): void {
  for (let at = items.length - 2; at >= 0; at--) {
    const item = items[at]
    if (!item || (item.kind !== 'word' && item.kind !== 'name') || item.isPossessive) continue
    let next = at + 1
    while (items[next]?.lower === ',' || items[next]?.lower === 'and' || items[next]?.lower === 'or') next++
    const shared = items[next]
    const words = shared?.stem.split(' ') ?? []
    const head = words.at(-1) ?? ''
    if (next === at + 1 || shared?.kind !== 'name' || words.length < 2 || aggregatePhrases.some(([phrase]) => phrase === item.lower)) continue
    // A name that is complete stays as it is, unless it is a table before several names ("student and teacher names").
    const isOne =
      item.kind === 'word' || bestWeight(item.meaning) < 0.75 || (item.meaning.tables.length > 0 && item.lower === item.stem && !shared.lower.endsWith(head))
    const phrase = `${item.stem} ${head}`
    const meaning = isOne && item.values.length === 0 ? (lexicon.names.get(phrase) ?? lexicon.bags.get(bagOf(phrase) ?? '')) : undefined
    if (meaning && bestWeight(meaning) > bestWeight(item.meaning) * 0.7) Object.assign(item, { kind: 'name', meaning, stem: phrase })
  }
}

/** Adds a noun to the two things behind it: "ratings between critics and viewers" is the critics rating and the viewers rating. */
export function shareLeadingNouns(items: Item[], lexicon: Lexicon): void {
  for (let at = 0; at < items.length - 4; at++) {
    const owned = items[at + 1]?.lower === 'of' && (items[at + 2]?.meaning.tables.length ?? 0) > 0 ? 2 : 0
    const [link, one, joint, other] = items.slice(at + 1 + owned, at + 5 + owned)
    if (!one || !other || !sharedNounLinks.has(link?.lower ?? '') || !sharedNounJoints.has(joint?.lower ?? '')) continue
    const parts = [one, other].map((item) => ({ item, stem: `${item.stem} ${items[at]?.stem}` }))
    if (parts.some(({ stem }) => !lexicon.names.get(stem)?.columns.length)) continue
    for (const { item, stem } of parts) Object.assign(item, { kind: 'name', meaning: lexicon.names.get(stem), stem, values: [] })
    items.splice(at, 2 + owned)
  }
}

/** Adds the first words of a name to what is listed behind it, where that names something: "color code and description" is the color code and the color description. */
export function shareModifiers(items: Item[], lexicon: Lexicon): void {
  for (let at = 0; at < items.length - 2; at++) {
    const words = items[at]?.kind === 'name' ? (items[at]?.stem.split(' ') ?? []) : []
    if (words.length < 2 || items[at]?.values.length) continue
    const head = words.slice(0, -1).join(' ')
    for (let next = at + 1; listJoints.has(items[next]?.lower ?? ''); next++) {
      while (sharedPartJoints.has(items[next + 1]?.lower ?? '')) next++
      const item = items[next + 1]
      // "Address line 1 and 2".
      const isNumbered = item?.kind === 'number' && /^\d+$/.test(words.at(-1) ?? '')
      if (!item || !(item.kind === 'name' || item.kind === 'word' || isNumbered) || item.values.length > 0 || item.stem.includes(' ')) break
      const meaning = lexicon.names.get(`${head} ${item.stem}`)
      const owner =
        (items[next + 2]?.lower === 'of' || items[next + 2]?.lower === 'for') && words.at(-1) !== 'code'
          ? items.slice(next + 3).find((other) => other.meaning.tables.length > 0)
          : undefined
      const isOwn = owner?.meaning.tables.some(
        ({ table, weight }) => weight >= 0.9 && item.meaning.columns.some((column) => column.table === table && column.weight >= 0.9),
      )
      if (!isOwn && meaning && meaning.columns.length > 0 && bestWeight(meaning) >= 0.9 && bestWeight(item.meaning) < 1)
        Object.assign(item, { kind: 'name', meaning, stem: `${head} ${item.stem}` })
      next += 1
    }
  }
}

/** Adds the name of a type or code to what is asked of it: "the name of document type RV" is the document type name. */
export function shareOwners(items: Item[], lexicon: Lexicon): void {
  for (let at = 2; at < items.length; at++) {
    const owner = items[at]
    const words = owner?.kind === 'name' && owner.meaning.tables.length === 0 && owner.meaning.columns.length > 0 ? owner.stem.split(' ') : []
    let before = at - 1
    while (ownerLinks.has(items[before]?.lower ?? '')) before--
    if (words.length < 2 || !items.slice(before + 1, at).some(({ lower }) => lower === 'of' || lower === 'for')) continue
    if (words.at(-1) !== 'code' && words.at(-1) !== 'type') continue
    const head = words.at(-1) === 'code' ? words.slice(0, -1).join(' ') : words.join(' ')
    for (let item = items[before]; item?.kind === 'name' && item.values.length === 0; item = items[before]) {
      const stem = `${head} ${item.stem.split(' ').at(-1)}`
      const meaning = lexicon.names.get(stem)
      if (meaning && meaning.columns.length > 0 && bestWeight(meaning) >= 0.9 && bestWeight(item.meaning) < 1) Object.assign(item, { meaning, stem })
      before--
      while (sharedPartJoints.has(items[before]?.lower ?? '')) before--
    }
  }
}
