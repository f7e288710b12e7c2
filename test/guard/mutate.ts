const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]\n]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|\$\w*\$|[A-Za-z_][\w$]*|\d+(?:\.\d+)?|\s+|[^\s]/g

const INSERTED = [
  ...[
    'secret',
    '"secret"',
    'main.secret',
    'public.secret',
    'orders',
    'customers',
    'sqlite_master',
    'pg_class',
    'information_schema.tables',
    'system.tables',
    'mysql.user',
  ],
  ...[
    'select',
    'from',
    'where',
    'union all',
    'union',
    'join',
    'lateral',
    'with',
    'recursive',
    'as',
    'in',
    'exists',
    'values',
    'table',
    'only',
    'into',
    'for update',
    'limit',
    'order by',
    'group by',
    'having',
    'over',
    'final',
  ],
  ...[
    '(',
    ')',
    ',',
    ';',
    '.',
    '*',
    "'",
    '"',
    '`',
    '\\',
    '--',
    '/*',
    '*/',
    '/*!',
    '#',
    '::',
    ':=',
    '@',
    '$1',
    '?',
    '[',
    ']',
    '{',
    '}',
    '=',
    '\n',
    '\t',
    '\u00a0',
    '/**/',
  ],
  ...[
    'select token from secret',
    '(select token from secret)',
    ', secret',
    'join secret on 1 = 1',
    'union all select token from secret',
    "read_text('/etc/passwd')",
    'pg_sleep(1)',
    'sleep(1)',
    'load_file(1)',
    "load_extension('x')",
    'current_user',
    'regclass',
    '@@version',
  ],
]

const tokensOf = (sql: string): string[] => sql.slice(0, 4000).match(TOKEN) ?? []

/** A statement changed at one to four places, word by word, with pieces of another and of what attacks are made of. */
export function mutated(sql: string, other: string, random: () => number): string {
  const tokens = tokensOf(sql)
  const others = tokensOf(other)
  const at = (list: string[]) => Math.floor(random() * (list.length + 1))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  for (let change = 1 + Math.floor(random() * 4); change > 0; change--) {
    const place = at(tokens)
    const turn = Math.floor(random() * 10)
    if (turn === 0) tokens.splice(place, 1)
    else if (turn === 1) tokens.splice(place, 0, tokens[at(tokens)] ?? ' ')
    else if (turn === 2) tokens.splice(place, 1, pick(INSERTED))
    else if (turn === 3) tokens.splice(place, 0, ` ${pick(INSERTED)} `)
    else if (turn === 4) tokens.splice(place, 0, ...others.slice(at(others), at(others)))
    else if (turn === 5) tokens.splice(place, 1 + Math.floor(random() * 3), ...others.slice(at(others)).slice(0, 8))
    else if (turn === 6) tokens[place] = swappedCase(tokens[place] ?? '', random)
    else if (turn === 7) tokens[place] = requoted(tokens[place] ?? '', pick(['"', '`', '[', "'", '']))
    else if (turn === 8) tokens.splice(place, 0, pick(['/**/', '-- x\n', '/* ; */', '\n', '\t', ' ']))
    else {
      const second = at(tokens)
      const kept = tokens[place] ?? ''
      tokens[place] = tokens[second] ?? ''
      tokens[second] = kept
    }
  }
  return tokens.join('')
}

const swappedCase = (word: string, random: () => number): string =>
  [...word].map((letter) => (random() < 0.5 ? letter.toUpperCase() : letter.toLowerCase())).join('')

function requoted(word: string, quote: string): string {
  const bare = word.replace(/^["'`[]|["'`\]]$/g, '')
  return `${quote}${bare}${quote === '[' ? ']' : quote}`
}
