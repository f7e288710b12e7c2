const accented = /\P{ASCII}/u
const marks = /\p{M}/gu

/** Letters without their accents, by which people write names: Sao Paulo, Zurich. */
export const plainLetters = (text: string): string => (accented.test(text) ? text.normalize('NFD').replace(marks, '').normalize('NFC') : text)
