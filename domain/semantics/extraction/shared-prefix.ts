const parted = /^([a-z]{1,4})(?:_(?=[a-z])|(?=[A-Z]))/
const stated = new Set(['is', 'has', 'no', 'to', 'from', 'in', 'on'])

/** The few letters that all names begin with, as `sb` in `sbCustomer` and `sbTicker`; empty where they share none or are fewer than three. */
function sharedPrefix(names: string[]): string {
  const [first = '', ...others] = names.map((name) => parted.exec(name.replace(/^[A-Z]+(?=_)/, (letters) => letters.toLowerCase()))?.[1] ?? '')
  return others.length >= 2 && !stated.has(first) && others.every((prefix) => prefix === first) ? first : ''
}

/** The name of one of several tables without the letters that all their names begin with. */
export function bareTableName(name: string, tables: string[]): string {
  const prefix = sharedPrefix(tables)
  return prefix.length > 3 ? name : without(name, prefix)
}

/** The name of a column without what all columns of its table begin with, where that is short for the table: `sbCustName` of `sbCustomer` is `Name`. */
export function bareColumnName(name: string, columns: string[], table: string): string {
  let [bare, names] = [name, columns]
  for (let times = 0; times < 2; times++) {
    const prefix = sharedPrefix(names)
    const isShort =
      prefix !== '' &&
      standsFor(prefix, table.toLowerCase()) &&
      !table
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(prefix)
    if (!isShort) break
    bare = without(bare, prefix)
    names = names.map((other) => lowered(without(other, prefix)))
    bare = lowered(bare)
  }
  return bare
}

function without(name: string, prefix: string): string {
  return prefix === '' ? name : name.slice(prefix.length).replace(/^_/, '')
}

const lowered = (name: string): string => name.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (letters) => letters.toLowerCase())

/** Whether letters stand in a name in their order. */
function standsFor(prefix: string, name: string): boolean {
  let at = 0
  for (const letter of name) if (letter === prefix[at]) at++
  return at === prefix.length
}
