/** What a user may do without being able to change anything. */
const HARMLESS = new Set([
  'usage',
  'select',
  'show view',
  'show databases',
  'process',
  'references',
  'replication client',
  'binlog monitor',
  'show_routine',
  'slave monitor',
])

export type Granted = { writes: string[]; roles: string[] }

/** Reads the lines of SHOW GRANTS: the privileges that let a user change data or files, and the roles it has. */
export function readGrants(lines: string[]): Granted {
  const writes = new Set<string>()
  const roles: string[] = []
  for (const line of lines) {
    // What a fresh MariaDB lets everyone do in its playground.
    if (/ ON `test(?:\\_%)?`\.\* TO PUBLIC/i.test(line)) continue
    const [, what = '', on] = /^GRANT ((?:[^'"`]|'(?:[^'\\]|\\.|'')*'|"[^"]*"|`(?:[^`]|``)*`)*?)( ON .*)? TO /is.exec(line) ?? []
    if (on === undefined) {
      if (/[`'"@]/.test(what)) roles.push(...(what.match(/(?:`(?:[^`]|``)+`|'[^']+'|"[^"]+"|[\w-]+)(?:@(?:`[^`]*`|'[^']*'|"[^"]*"|[\w%.-]+))?/g) ?? []))
      continue
    }
    for (const privilege of what.replace(/\([^)]*\)/g, '').split(',')) {
      const name = privilege.trim()
      if (name !== '' && !HARMLESS.has(name.toLowerCase())) writes.add(name.toUpperCase())
    }
    if (/ WITH .*GRANT OPTION/i.test(line.slice(line.lastIndexOf(' TO ')))) writes.add('GRANT OPTION')
  }
  return { writes: [...writes], roles }
}

/** A few names of a list, and that there are more. */
export function someOf(names: string[]): string {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 4).join(', ')} and ${names.length - 4} more`
}
