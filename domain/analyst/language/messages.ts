import { type Language, listIn } from '#domain/language.ts'

/** A column, and its table. */
type Place = { column: string; table: string }

/** What was assumed, in the words of a language. */
export type Note = (say: Messages) => string

/** What is said where there is no answer, or one question back: all but the questions offered, which are asked again as they stand. */
export type Messages = {
  quoted(words: string[]): string
  tooLong: string
  noData: string
  notFound: string
  notPlaced: string
  writtenAsText(label: string, sample: string): string
  contradiction(why: string): string
  cannot(why: string): string
  denied(word: string): string
  notSure(explanation: string): string
  lost(isUnanswered: boolean, word: string | null): string
  unplaced(words: string[]): string
  known(names: string[]): string
  note(notes: string[]): string
  readWordAs(word: string, as: string): string
  /** A column with its table. */
  member(column: string, table: string): string
  notSaidOf(word: string, noun: string): string
  takenInOrder(word: string, limit: number): string
  rowsCounted(label: string): string
  /** A column with its table; null is revenue. */
  measuredBy(member: string | null): string
  firstShown(limit: number): string
  unknownHere(word: string): string
  relatesOnly(word: string, label: string): string
  timeOf(column: string, words: string): string
  notLookedUp(value: string, column: string): string
  nameUntold(noun: string): string
  unitOf(label: string, unit: string): string
  deniesRanked: string
  excluded(label: string, values: [unknown[], unknown[]]): string
  leftOut(word: string): string
  missingMark(label: string, marks: string[]): string
  notAnswered(explanation: string, fault: string): string
  notVerified(fault: string): string
  meaningOf(word: string, options: string[]): string
  whichWay(ways: string[]): string
  whichValue(text: string): string
  foundAs(value: string, place: Place): string
  readValueAs(text: string, value: string, place: Place): string
  nowhere(texts: string[]): string
  unsure: string
  unsureOfMeaning: string
  whichReading(isOne: boolean): string
}

const EN: Messages = {
  quoted: (words) =>
    listIn(
      'en',
      words.map((word) => `"${word}"`),
    ),
  tooLong: 'This question is too long for me: I read at most 2,000 characters. Ask it in fewer words, or in several questions.',
  noData:
    'I answer questions from data, and no data source that you may use is bound to this model. Bind one with POST /api/v1/semantic/datasourcemodels after its extraction, or ask a model that has one.',
  notFound: 'I could not find what you ask about in this data.',
  notPlaced: 'There are words in this question that I cannot place in this data.',
  writtenAsText: (label, sample) => `${label} is written as text, such as "${sample}", so I can neither sort nor compare it by time.`,
  contradiction: (why) => `I cannot tell what you mean: ${why}.`,
  cannot: (why) => `I cannot answer this: ${why}.`,
  denied: (word) => `I could not tell what "${word}" turns round, so I would rather not answer.`,
  notSure: (explanation) => `I am not sure enough to answer. I would read it as: ${explanation}`,
  lost: (isUnanswered, word) => {
    const back = isUnanswered ? 'I have no answer of my own to the question before this one, so' : 'Nothing was asked before, so'
    return word === null
      ? `${back} there is nothing to go on from. Please ask it in full.`
      : `${back} I cannot tell what "${word}" stands for. Please say it in the question.`
  },
  unplaced: (words) => `I could not place ${EN.quoted(words)}.`,
  known: (names) => `The data knows ${EN.quoted(names)}.`,
  note: (notes) => ` Note: ${notes.join('; ')}.`,
  readWordAs: (word, as) => `read "${word}" as ${as}`,
  member: (column, table) => `${column} of ${table}`,
  notSaidOf: (word, noun) => `"${word}" is not said of ${noun.toLowerCase()}`,
  takenInOrder: (word, limit) => `the ${word} ${limit} are taken in the order of what is shown`,
  rowsCounted: (label) => `counted are rows of ${label}`,
  measuredBy: (member) => `measured by ${member === null ? 'revenue' : `the ${member.toLowerCase()}`}`,
  firstShown: (limit) => `the first ${limit} are shown`,
  unknownHere: (word) => `"${word}" is nothing I know of here`,
  relatesOnly: (word, label) => `"${word}" only relates ${label.toLowerCase()} here`,
  timeOf: (column, words) => `${column} ${words}`,
  notLookedUp: (value, column) => `"${value}" is taken as a ${column.toLowerCase()} that was not looked up`,
  nameUntold: (noun) => `the name of the ${noun} is not told`,
  unitOf: (label, unit) => `${label.toLowerCase()} is taken to be in ${unit}`,
  deniesRanked: 'it denies the very rows that it ranks by',
  excluded: (label, [one, other]) => `one ${label.toLowerCase()} cannot meet both "${one.join(' or ')}" and "${other.join(' or ')}"`,
  leftOut: (word) => `left out "${word}"`,
  missingMark: (label, marks) => `rows whose ${label} is ${marks.join(' or ')} are left out: it seems to stand for a missing value`,
  notAnswered: (explanation, fault) => `I understood the question (${explanation}), but the data did not answer it: ${fault}`,
  notVerified: (fault) => `A person verified a query for this question, but the data did not answer it: ${fault}`,
  meaningOf: (word, options) => `What do you mean by "${word}": ${options.join(' or ')}?`,
  whichWay: (ways) => `Which one do you mean: ${ways.join(' or ')}?`,
  whichValue: (text) => `Which "${text}" do you mean?`,
  foundAs: (value, { column, table }) => `"${value}" was found as ${column} of ${table}`,
  readValueAs: (text, value, { column, table }) => `"${text}" is read as "${value}", ${column} of ${table}`,
  nowhere: (texts) => `I looked in the data itself, and no column that I may read holds ${EN.quoted(texts)}.`,
  unsure: 'I am not sure what is meant.',
  unsureOfMeaning: 'I am not sure that I read this as you mean it.',
  whichReading: (isOne) => (isOne ? 'Do you mean this?' : 'Which of these do you mean?'),
}

const DE: Messages = {
  quoted: (words) =>
    listIn(
      'de',
      words.map((word) => `„${word}“`),
    ),
  tooLong: 'Diese Frage ist zu lang: Ich lese höchstens 2.000 Zeichen. Stellen Sie sie in weniger Worten oder in mehreren Fragen.',
  noData:
    'Ich beantworte Fragen aus Daten, und an dieses Modell ist keine Datenquelle gebunden, die Sie nutzen dürfen. Binden Sie eine nach ihrer Extraktion mit POST /api/v1/semantic/datasourcemodels, oder fragen Sie ein Modell, das eine hat.',
  notFound: 'Ich finde in diesen Daten nicht, wonach Sie fragen.',
  notPlaced: 'In dieser Frage stehen Wörter, die ich in diesen Daten nicht unterbringe.',
  writtenAsText: (label, sample) => `${label} steht dort als Text, etwa „${sample}“: Ich kann es nicht nach der Zeit ordnen oder vergleichen.`,
  contradiction: (why) => `Ich erkenne nicht, was Sie meinen: ${why}.`,
  cannot: (why) => `Das kann ich nicht beantworten: ${why}.`,
  denied: (word) => `Ich erkenne nicht, was „${word}“ verneint, und antworte deshalb lieber nicht.`,
  notSure: (explanation) => `Für eine Antwort bin ich nicht sicher genug. Ich würde die Frage so lesen: ${explanation}`,
  lost: (isUnanswered, word) => {
    const back = isUnanswered ? 'Auf die Frage davor habe ich selbst keine Antwort gegeben, also' : 'Davor wurde nichts gefragt, also'
    return word === null
      ? `${back} gibt es nichts, woran ich anknüpfen kann. Bitte fragen Sie ganz aus.`
      : `${back} weiß ich nicht, wofür „${word}“ steht. Bitte nennen Sie es in der Frage.`
  },
  unplaced: (words) => `Nicht unterbringen konnte ich ${DE.quoted(words)}.`,
  known: (names) => `Die Daten kennen ${DE.quoted(names)}.`,
  note: (notes) => ` Hinweis: ${notes.join('; ')}.`,
  readWordAs: (word, as) => `„${word}“ als ${as} gelesen`,
  member: (column, table) => `${column} (${table})`,
  notSaidOf: (word, noun) => `„${word}“ passt nicht zu ${noun}`,
  takenInOrder: (_, limit) => `gezählt sind die ersten ${limit} in der gezeigten Reihenfolge`,
  rowsCounted: (label) => `gezählt sind Zeilen von ${label}`,
  measuredBy: (member) => `gemessen am ${member === null ? 'Umsatz' : `Feld ${member}`}`,
  firstShown: (limit) => `gezeigt sind die ersten ${limit}`,
  unknownHere: (word) => `„${word}“ ist hier nicht bekannt`,
  relatesOnly: (word, label) => `„${word}“ verbindet hier nur ${label}`,
  timeOf: (column) => `Zeitangabe auf ${column} bezogen`,
  notLookedUp: (value, column) => `„${value}“ gilt als ${column}, ohne dass danach gesucht wurde`,
  nameUntold: (noun) => `der Name von „${noun}“ ist nicht genannt`,
  unitOf: (label, unit) => `${label}: angenommene Einheit ${unit}`,
  deniesRanked: 'die Frage schließt gerade die Zeilen aus, nach denen sie ordnet',
  excluded: (label, [one, other]) => `${label} kann nicht zugleich „${one.join(' oder ')}“ und „${other.join(' oder ')}“ sein`,
  leftOut: (word) => `„${word}“ übergangen`,
  missingMark: (label, marks) => `Zeilen ausgelassen, deren ${label} ${marks.join(' oder ')} ist: Das scheint für einen fehlenden Wert zu stehen`,
  notAnswered: (explanation, fault) => `Ich habe die Frage verstanden (${explanation}), aber die Daten gaben keine Antwort: ${fault}`,
  notVerified: (fault) => `Für diese Frage hat jemand eine Abfrage geprüft, aber die Daten gaben keine Antwort: ${fault}`,
  meaningOf: (word, options) => `Was meinen Sie mit „${word}“: ${options.join(' oder ')}?`,
  whichWay: (ways) => `Was davon meinen Sie: ${ways.join(' oder ')}?`,
  whichValue: (text) => `Welches „${text}“ meinen Sie?`,
  foundAs: (value, { column, table }) => `„${value}“ steht in ${table}, ${column}`,
  readValueAs: (text, value, { column, table }) => `„${text}“ als „${value}“ gelesen: ${table}, ${column}`,
  nowhere: (texts) => `Ich habe in den Daten selbst nachgesehen: Keine Spalte, die ich lesen darf, enthält ${DE.quoted(texts)}.`,
  unsure: 'Ich bin nicht sicher, was gemeint ist.',
  unsureOfMeaning: 'Ich bin nicht sicher, ob ich das so lese, wie Sie es meinen.',
  whichReading: (isOne) => (isOne ? 'Meinen Sie dies?' : 'Was davon meinen Sie?'),
}

const MESSAGES: Record<Language, Messages> = { en: EN, de: DE }

export const messagesIn = (language: Language = 'en'): Messages => MESSAGES[language]
