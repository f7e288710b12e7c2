import { fileURLToPath } from 'node:url'
import type { Rasterize } from './drawer.ts'

const FONT_FILES = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`)),
)
/** The scripts the font of the package has; characters of others are looked for in the fonts of the machine. */
const CARRIED = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Georgian', 'Armenian', 'Ethiopic']
const scriptTests = SCRIPTS.map((name) => ({ name, test: new RegExp(`\\p{Script=${name}}`, 'u') }))
/** A character no font has: what is drawn in the place of a missing one. */
const NO_CHARACTER = '\u{10fffd}'

type Engine = typeof import('@resvg/resvg-js')

/**
 * Makes PNGs with resvg, which runs outside the event loop, and the Inter of a package, so that text is there on a machine without fonts.
 * Other scripts (Chinese, Arabic, …) are drawn where the machine has a font for them, and named as missing where it has none.
 */
export function createNodeRasterize(): Rasterize {
  const known = new Map<string, boolean>()

  const settings = (loadSystemFonts: boolean, scale: number) => ({
    font: { fontFiles: FONT_FILES, loadSystemFonts, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
    fitTo: { mode: 'zoom' as const, value: scale },
    logLevel: 'off' as const,
  })

  function isDrawn({ Resvg }: Engine, character: string): boolean {
    const inkOf = (text: string) =>
      new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="4" y="30" font-size="24" font-family="Inter">${text}</text></svg>`,
        settings(true, 1),
      )
        .render()
        .pixels.toString('latin1')
    return inkOf(character) !== inkOf(NO_CHARACTER) && inkOf(character) !== inkOf(' ')
  }

  return async (svg, scale) => {
    const engine = await import('@resvg/resvg-js')
    const words = svg.replace(/<[^>]*>/g, '')
    const isCarried = !CARRIED.test(words)
    const picture = await engine.renderAsync(svg, settings(!isCarried, scale))
    const missing = isCarried
      ? []
      : scriptTests.flatMap(({ name, test }) => {
          const [character] = test.exec(words) ?? []
          if (character === undefined) return []
          const drawn = known.get(name) ?? isDrawn(engine, character)
          known.set(name, drawn)
          return drawn ? [] : [name]
        })
    return { bytes: picture.asPng(), missing }
  }
}
