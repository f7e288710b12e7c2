import { expect, test } from 'vitest'
import { CHROMIUM, NO_CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import { JOURNEYS } from './journeys.ts'
import { travel } from './travel.ts'

const lean = JOURNEYS.filter(({ isLean }) => isLean)

const inBrowser = CHROMIUM ? test : test.skip
inBrowser(`people work in the workspace${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, { timeout: 240_000 }, async () => {
  expect(lean.length).toBeGreaterThanOrEqual(12)
  const browser = await openChromium()
  try {
    const outcomes = await travel(browser, lean)
    expect(outcomes.filter(({ fault }) => fault !== null).map(({ name, fault }) => `${name}: ${fault}`)).toEqual([])
  } finally {
    await browser.close()
  }
})
