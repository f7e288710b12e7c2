import { type Language, listIn } from '#domain/language.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day))(?:[ ,]+(?:there|you|all|everyone))?\W*$/i
const THANKS = /^(?:(?:ok(?:ay)?|great|perfect|nice|good|cool)\W+)?(?:thanks|thank you|thx|cheers)\b(?:[ ,]+(?:so much|very much|a lot|you))?\W*$/i
const WELL =
  /^(?:(?:ok(?:ay)?|k|great|perfect|nice|good|cool|awesome|excellent|wonderful|super|fine|got it|i see|understood|all right|alright|well done|good job|that helps|makes sense|interesting|wow|no|nope|no thanks|never ?mind|that(?:'s| is) (?:all|it|great|good|fine|helpful|enough))[\s,.!]*)+$/i
const FAREWELL = /^(?:(?:ok(?:ay)?|thanks|thank you|great)\W+)*(?:bye|goodbye|good bye|see you(?: later| soon)?|good night|have a (?:nice|good|great) day)\W*$/i
const ABOUT =
  /^(?:(?:hi|hello|hey)\W+)?(?:help|help me|who are you|what are you|what (?:can|do) you do|how do (?:you|i|these) (?:work|start)|what (?:can|could|should|may) i ask(?: you)?|(?:what|which) (?:tables|data|data ?sets?|data ?sources?) (?:are there|is there|do (?:you|we|i) have|can i ask(?: about)?|do you know)|(?:list|show)(?: me)?(?: all)?(?: the)? tables)\W*$/i
/** An order to change rows or tables; leaving out a filter or a part of an earlier answer is a question. */
const CHANGE =
  /^(?!.*\b(?:filters?|limit|conditions?|columns?|charts?|sorting|grouping)\b)(?:please |now |can you |could you )?(?:(?:delete|erase|truncate|insert|update|alter|rename)\s+(?:all|every|each|the|my|our|this|that|these|those|everything|table|into|from|customer|row|a|an|one)|(?:drop|remove)\s+(?:all|every|everything|table))\b/i

type Courtesies = {
  readOnly: string
  englishOnly: string
  hello: string
  welcome: string
  goodbye: string
  allRight: string
  about: string
  has(source: string, tables: string): string
  more(left: number): string
}

const SAID: Record<Language, Courtesies> = {
  en: {
    readOnly: 'I only read data: I cannot change, add or delete anything in it. Ask me about it instead.',
    englishOnly: 'I read questions in English only. Please ask in English, or ask a model of a provider, which answers in the language of the question.',
    hello: 'Hello.',
    welcome: 'You are welcome.',
    goodbye: 'Goodbye.',
    allRight: 'All right. What else would you like to know?',
    about: 'I answer questions about your data in plain words, with the query behind the answer and a chart.',
    has: (source, tables) => `${source} has ${tables}`,
    more: (left) => `${left} more`,
  },
  de: {
    readOnly: 'Ich lese Daten nur: Ich kann darin nichts ändern, hinzufügen oder löschen. Fragen Sie mich stattdessen danach.',
    englishOnly:
      'Ich lese Fragen nur auf Englisch. Bitte fragen Sie auf Englisch, oder fragen Sie ein Modell eines Anbieters: Es antwortet in der Sprache der Frage.',
    hello: 'Guten Tag.',
    welcome: 'Gern geschehen.',
    goodbye: 'Auf Wiedersehen.',
    allRight: 'In Ordnung. Was möchten Sie noch wissen?',
    about: 'Ich beantworte auf Englisch gestellte Fragen zu Ihren Daten, mit der Abfrage hinter der Antwort und einem Diagramm.',
    has: (source, tables) => `${source} hat ${tables}`,
    more: (left) => `${left} weitere`,
  },
}
const TABLES_NAMED = 12

/** Words that make a sentence of another language, none of which is a word of English. */
const FOREIGN = new Set(
  [
    'der das und ist wie viele wieviele welche welcher welches zeige mir wer haben gibt ein eine einen einer meisten hoch für nicht wann',
    'quel quelle quels quelles combien est et avec pour dans sont nous avons une du aux où qui montre',
    'cuál cuáles cuántos cuántas cuanto cuantos cuantas cuantos por qué que hay una muestra quién tenemos',
    'il gli quanti quante quanto quale quali che della dei delle sono è mostra',
    'quantos quantas qual quais são uma dos das mostre quem temos',
    'hoeveel welke zijn het een voor er wij toon wie',
    'ile jest są który które która dla według pokaż',
    'hur många vilka är det och',
  ].flatMap((words) => words.split(' ')),
)
const LEAST_FOREIGN = 2
/** Of so many words one has to be such a word: names of places hold some. */
const FOREIGN_OF = 4

/** What is said to a message that is no question: a greeting, thanks, a farewell; `null` for a question. */
export function smallTalk(message: string, layers: Layer[], language: Language = 'en'): string | null {
  const said = SAID[language]
  const text = message.trim()
  if (GREETING.test(text)) return `${said.hello} ${whatToAsk(layers, language)}`
  if (THANKS.test(text)) return said.welcome
  if (FAREWELL.test(text)) return said.goodbye
  return WELL.test(text) ? said.allRight : null
}

/** What is said to a message that asks nothing of the data, or asks for what no question can do: `null` for a question. */
export function nonQuestionReply(message: string, layers: Layer[], language: Language = 'en'): string | null {
  const text = message.trim()
  const talk = smallTalk(message, layers, language)
  if (talk !== null) return talk
  if (ABOUT.test(text)) return `${SAID[language].about} ${whatToAsk(layers, language)}`
  return null
}

/** Whether a message orders a change of the data, which an answer must not pass over. */
export const refusedChange = (message: string, language: Language = 'en'): string | null => (CHANGE.test(message.trim()) ? SAID[language].readOnly : null)

/** What is said to a message that could not be read and is in another language; `null` when it is not. */
export function foreignLanguage(message: string, language: Language = 'en'): string | null {
  const { englishOnly } = SAID[language]
  const letters = message.match(/\p{L}/gu) ?? []
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  if (letters.length && others.length * 2 > letters.length) return englishOnly
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? []
  const foreign = new Set(words.filter((word) => FOREIGN.has(word))).size
  return foreign >= LEAST_FOREIGN && foreign * FOREIGN_OF >= words.length ? englishOnly : null
}

function whatToAsk(layers: Layer[], language: Language): string {
  const said = SAID[language]
  const sources = layers.map((layer) => {
    const tables = layer.tables.filter((table) => !table.isHidden).map(({ label, name }) => plural((label || name).toLowerCase()))
    const named = tables.slice(0, TABLES_NAMED)
    const more = tables.length - named.length
    return said.has(layer.name, listIn(language, more > 0 ? [...named, said.more(more)] : named))
  })
  return sources.length ? `${sources.slice(0, 3).join('; ')}.` : ''
}
