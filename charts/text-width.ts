/** Advance widths of Inter Regular, in thousandths of its size, from U+0020 to U+007E. */
const ASCII = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662,
  511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365,
  471, 456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333,
  426, 662,
]
const [LATIN, OTHER_ALPHABETS, FULL] = [590, 660, 1000]

const isCombining = /^\p{M}$/u
const isFull =
  /^[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u

/**
 * How wide a text stands, in pixels. It is reckoned from one table wherever charts are drawn, so that a chart has the same layout in a
 * browser and on a server, which has nothing to measure with.
 */
export function textWidth(text: string, size: number, isBold = false): number {
  let width = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const known = ASCII[code - 0x20]
    if (known !== undefined) width += known
    else if (code < 0x300) width += LATIN
    else if (isFull.test(character)) width += FULL
    else if (!isCombining.test(character)) width += OTHER_ALPHABETS
  }
  return (width * size * (isBold ? 1.06 : 1)) / 1000
}

/** A text cut with an ellipsis where it would be wider than `limit` pixels. */
export function fitted(text: string, limit: number, size: number, isBold = false): string {
  if (textWidth(text, size, isBold) <= limit) return text
  const characters = [...text]
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (textWidth(`${characters.slice(0, middle).join('')}…`, size, isBold) <= limit) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('')}…`
}

/** A text as lines no wider than `limit` pixels, broken between words where it can be. */
export function wrapped(text: string, limit: number, size: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && textWidth(longer, size) > limit) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line !== '') lines.push(line)
  return lines.map((one) => fitted(one, limit, size))
}
