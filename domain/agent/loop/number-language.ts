import type { Asked } from '../context/conversation.ts'

/** Small words that tell a language; those that ask how much tell it alone. */
const WORDS: Record<string, { asking: string; small: string }> = {
  en: { asking: 'how many much what which', small: 'the of in to is are was were by per and for each show me list all with from' },
  de: {
    asking: 'wieviel wieviele wie welche welcher welches',
    small: 'der die das und ist sind war waren im pro nach je für mit von den dem ein eine hoch viele',
  },
  fr: { asking: 'combien quel quelle quels quelles', small: 'le les des et est sont par pour dans avec une du de la en chaque' },
  es: { asking: 'cuánto cuánta cuántos cuántas cuál cuáles', small: 'el los las y es son por para con una del de la en cada qué' },
  it: { asking: 'quanto quanta quanti quante quale quali', small: 'il gli le e è sono per con una del della dei di nel ogni' },
  pt: { asking: 'quantos quantas qual quais', small: 'o os as e é são por para com uma do da dos das em cada' },
  nl: { asking: 'hoeveel welke', small: 'het een en is zijn per voor met van de in elk elke' },
  pl: { asking: 'ile jaki jaka jakie który która które', small: 'jest są w na dla z i według' },
  sv: { asking: 'hur många mycket vilka vilken', small: 'och är för med av den det på' },
  tr: { asking: 'kaç hangi toplam', small: 've için ile bir en göre başına' },
}
const CYRILLIC = /\p{Script=Cyrillic}/gu
const SOME_LETTERS = 3

const known = Object.entries(WORDS).map(([locale, { asking, small }]) => ({ locale, asking: new Set(asking.split(' ')), small: new Set(small.split(' ')) }))

/** The language whose way of writing numbers a reader of these questions expects, as far as their small words tell; English when they do not. */
export function numberLanguage(questions: string): string {
  const text = questions.toLowerCase()
  if ((text.match(CYRILLIC)?.length ?? 0) >= SOME_LETTERS) return 'ru'
  const words = text.match(/\p{L}+/gu) ?? []
  const scored = known.map(({ locale, asking, small }) => ({
    locale,
    score: words.reduce((sum, word) => sum + (asking.has(word) ? 2 : small.has(word) ? 1 : 0), 0),
  }))
  const [best, second] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score >= 2 && best.score > (second?.score ?? 0) ? best.locale : 'en'
}

/** What the person asked, the latest first, as far as it tells of a language. */
export const askedIn = ({ question, history }: Pick<Asked, 'question' | 'history'>): string =>
  [
    question,
    ...history
      .filter(({ role }) => role === 'user')
      .slice(-3)
      .map(({ content }) => content),
  ]
    .join(' ')
    .slice(0, 2_000)
