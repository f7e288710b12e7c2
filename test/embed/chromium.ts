import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const CHROMIUM = PLACES.find((path) => existsSync(path))
export const NO_CHROMIUM = `left out: no ${PLACES.join(', ')}`

/** What its microphone hears, again and again. */
const SPOKEN = join(import.meta.dirname, '../fixtures/speech/revenue.wav')

export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      ...['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${SPOKEN}`],
    ],
  })
