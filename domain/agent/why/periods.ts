/** The same period of the year before: 2024-03 of 2025-03. */
export function yearEarlier(period: string): string {
  const earlier = `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`
  return earlier.endsWith('-02-29') ? earlier.replace(/29$/, '28') : earlier
}
