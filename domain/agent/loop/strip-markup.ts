/** What would make a renderer of Markdown or HTML load something or run something: an image, and the opening of a tag. */
const LOADING = /!(?=\[)|<(?=[a-z/!?])/gi
const HARMLESS: Record<string, string> = { '!': '!\\', '<': '&lt;' }

/** Text in parts, in which no image and no tag is left to be rendered; everything else stays. What might begin one is kept back until the next part. */
export function plainWords(): { push(delta: string): string; flush(): string } {
  let held = ''
  const settle = (text: string): string => text.replaceAll(LOADING, (mark) => HARMLESS[mark] ?? mark)
  return {
    push(delta) {
      const text = held + delta
      // The character after a mark decides, so the two are looked at together.
      const kept = text.length - (/(?:<!?|!)$/.exec(text)?.[0].length ?? 0)
      held = text.slice(kept)
      return settle(text.slice(0, kept))
    },
    flush() {
      const rest = held
      held = ''
      return settle(rest)
    },
  }
}
