/** The words a statement uses as names, without what stands in its texts and comments: quoted ones as written, others in lower case. */
export function namesIn(sql: string): { quoted: Set<string>; bare: Set<string> } {
  const [quoted, bare] = [new Set<string>(), new Set<string>()]
  const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|[\p{L}_][\p{L}\p{N}_$]*/gu
  for (const [text, , double, back, square] of sql.matchAll(tokens)) {
    if (double !== undefined) quoted.add(double.replaceAll('""', '"'))
    else if (back !== undefined) quoted.add(back.replaceAll('``', '`'))
    else if (square !== undefined) quoted.add(square)
    else if (/^[\p{L}_]/u.test(text)) bare.add(text.toLowerCase())
  }
  return { quoted, bare }
}

/** Whether a statement names a table or column. */
export const isNamed = ({ quoted, bare }: ReturnType<typeof namesIn>, name: string): boolean => {
  const lower = name.toLowerCase()
  return quoted.has(name) || bare.has(lower) || [...quoted].some((word) => word.toLowerCase() === lower)
}

/** Whether a statement joins so that rows without a partner stay. */
export const hasOuterJoin = (sql: string): boolean => /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i.test(sql)
