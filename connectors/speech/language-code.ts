/** The languages that Whisper knows (ISO 639). */
const CODES =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh yue'.split(
    ' ',
  )

let codes: Map<string, string> | undefined

/** The code of a language that a vendor told by its code or its English name; `null` for what is neither. */
export function languageCode(told: string | undefined): string | null {
  if (!told) return null
  const plain = told.trim().toLowerCase()
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]+)*$/.exec(plain)?.[1]
  // Some vendors tell three letters where two are usual.
  if (code) return Intl.getCanonicalLocales(code)[0] ?? code
  if (!codes) {
    const names = new Intl.DisplayNames(['en'], { type: 'language' })
    codes = new Map(CODES.map((one) => [(names.of(one) ?? one).toLowerCase(), one]))
  }
  return codes.get(plain) ?? null
}
