/** A title as the name of a file. */
export const fileName = (title: string, extension: string): string => `${title.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'chart'}.${extension}`

/** Hands over something to save. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
