import { expect, test } from 'vitest'
import { contrastOf } from '#domain/deployment/contrast.ts'
import { CHROMIUM, NO_CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import { onAccent } from '#web/ui/on-accent.ts'

const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const ACCENTS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))
const hex = (channels: number[]): string =>
  `#${channels
    .slice(0, 3)
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`

const inBrowser = CHROMIUM ? test : test.skip
inBrowser(`text on an accent is black or white, whichever has the higher contrast${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, { timeout: 60_000 }, async () => {
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.setContent('<canvas width="1" height="1"></canvas>')
    const drawn = await page.evaluate<number[][]>(`(() => {
      const drawing = document.querySelector('canvas').getContext('2d', { willReadFrequently: true })
      return ${JSON.stringify(ACCENTS.map((accent) => onAccent(accent)))}.map((color) => {
        document.body.style.color = color
        drawing.fillStyle = getComputedStyle(document.body).color
        drawing.fillRect(0, 0, 1, 1)
        return [...drawing.getImageData(0, 0, 1, 1).data]
      })
    })()`)
    const wrong = ACCENTS.filter((accent, at) => {
      const [chosen, best] = [hex(drawn[at] ?? []), contrastOf('#ffffff', accent) >= contrastOf('#000000', accent) ? '#ffffff' : '#000000']
      return chosen !== best
    })
    expect(wrong).toEqual([])
    expect(new Set(drawn.map(hex))).toEqual(new Set(['#ffffff', '#000000']))
  } finally {
    await browser.close()
  }
})
