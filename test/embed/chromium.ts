import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const CHROMIUM = PLACES.find((path) => existsSync(path))
export const NO_CHROMIUM = `left out: no ${PLACES.join(', ')}`

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ ...(CHROMIUM ? { executablePath: CHROMIUM } : {}), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
