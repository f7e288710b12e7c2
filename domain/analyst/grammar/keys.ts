/** What something means, however it was said: tables and columns stand by their names. */
export function keyOf(meaning: unknown): string {
  return JSON.stringify(meaning, (_, value) => {
    if (typeof value !== 'object' || value === null || !('name' in value)) return value
    return 'semanticType' in value || 'primaryKey' in value ? value.name : value
  })
}
