const mostRemembered = 20_000

/** A function of a text that remembers what came of it: the same labels and words are looked at for every question. */
export function remembered<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= mostRemembered) known.clear()
    const made = of(text)
    known.set(text, made)
    return made
  }
}
