export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const chosen = localStorage.getItem('querent.language') ?? navigator.language.slice(0, 2)

/** The language of the page: the one chosen, else the browser's, else English. It is fixed until the page is loaded again. */
export const language: Language = Object.hasOwn(LANGUAGES, chosen) ? (chosen as Language) : 'en'
document.documentElement.lang = language

export function chooseLanguage(next: Language): void {
  localStorage.setItem('querent.language', next)
  location.reload()
}

/** The texts of a workspace in the page's language. What a language lacks does not compile. */
export const inLanguage = <T>(texts: Record<Language, T>): T => texts[language]
