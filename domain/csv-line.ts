/** One line of RFC 4180. Text a spreadsheet would take for a formula is led by an apostrophe (OWASP, CSV injection). */
export const csvLine = (cells: (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : `"${(cell ?? '').replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"`)).join(',')}\r\n`
