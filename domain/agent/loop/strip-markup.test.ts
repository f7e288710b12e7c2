import { expect, test } from 'vitest'
import { plainWords } from './strip-markup.ts'

const read = (...parts: string[]): string => {
  const words = plainWords()
  return parts.map((part) => words.push(part)).join('') + words.flush()
}

test('an image and a tag lose their meaning, however they come', () => {
  const text = 'See ![x](https://evil.test/a.png) <img src=x onerror=alert(1)></img> <!-- --> <?php'
  const tamed = 'See !\\[x](https://evil.test/a.png) &lt;img src=x onerror=alert(1)>&lt;/img> &lt;!-- --> &lt;?php'
  expect(read(text)).toBe(tamed)
  expect(read(...text)).toBe(tamed)
})

test('what only looks like one stays', () => {
  const text = 'Wow! 3 < 4, a <- b, [link](https://x.test), 5<6!'
  expect(read(text)).toBe(text)
  expect(read(...text)).toBe(text)
})
