/** Which of the names a view's text holds: every table it reads is among them, whatever else is. */
export function namesInText(text: string, names: readonly string[]): string[] {
  const words = text.toLowerCase()
  return names.filter(
    (name) =>
      words.includes(name.toLowerCase()) ||
      words.includes(name.toLowerCase().replaceAll('"', '""')) ||
      words.includes(name.toLowerCase().replaceAll('`', '``')),
  )
}
