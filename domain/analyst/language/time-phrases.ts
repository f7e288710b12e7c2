import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { doForms, haveForms, ordinals } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { termNouns } from '#domain/analyst/lexicon/english/times/terms.ts'
import {
  beforeOtherNow,
  courseVerbs,
  partJoints,
  presentPhrases,
  spanAnchors,
  spanDeterminers,
  spanPrepositions,
  spreadPrepositions,
  untilNowPhrases,
} from '#domain/analyst/lexicon/english/times/time-phrases.ts'
import { calendarUnits, comparedPeriodJoints, periodJoints, relativePeriods } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { ordinalUpTo } from './years.ts'

const unit = anyOf(calendarUnits)
const named = anyOf(calendarUnits, termNouns)
const place = `(${anyOf(ordinals.slice(0, 4))}|[1-4](?:st|nd|rd|th))`
const joint = anyOf(periodJoints, comparedPeriodJoints, partJoints)
const year = '((?: of| in)?(?: the)? (?:(?:19|20)\\d\\d|(?:last|this|previous) year))?'
const count = anyOf(['a', 'an'], numberWords.keys(), ['\\d+']).replaceAll('\\\\d\\+', '\\d+')

const presently = new RegExp(`\\b${anyOf(presentPhrases)}\\b`, 'gi')
const atTheEnd = new RegExp(`(?<!\\b${anyOf(beforeOtherNow)} )\\bnow(?=[?.!]*$)`, 'gi')
const untilNow = new RegExp(`,? \\b${anyOf(untilNowPhrases)}\\b(?! of\\b)`, 'gi')
const toDate = new RegExp(`\\b(?:${unit}s?|from|since|between)\\b(?:\\W+[\\w-]+){0,3}\\W*$`, 'i')
const spread = new RegExp(`\\b${anyOf(spreadPrepositions)} (?:the )?(?:various |different |individual )?(${named})s\\b(?! of the (?:week|month|year))`, 'gi')
const spreadOf = new RegExp(`(\\bby ${unit}) of (?=(?:19|20)\\d\\d\\b|${anyOf(relativePeriods.keys())} )`, 'gi')
const cyclic = new RegExp(`\\b${anyOf(spreadPrepositions)} (?:the )?(day|month|quarter|hour)s of (?:the )?(week|month|year|day)\\b`, 'gi')
const onePerOne = new RegExp(`\\b(${named}) (?:after|by) \\1\\b`, 'gi')
const course = new RegExp(`^how ${anyOf(doForms, haveForms)} (?:the |our |your )?(.+?) (?:been )?${anyOf(courseVerbs)} (by ${named}\\b.*)`, 'i')
const parts = new RegExp(`\\b(?:the )?${place} (?:(quarter|half) )?(${joint})( in)? (?:the )?${place} (quarter|half)${year}`, 'gi')
const whole = new RegExp(`,? \\b${anyOf(spanPrepositions)} (?:all )?${anyOf(spanDeterminers)} ${count} ${unit}s\\b(?! ${anyOf(spanAnchors)}\\b)`, 'gi')
/**
 * A question with its phrases of time in plainer words: "right now" as "currently", "over the months" as "by month", "the 3rd to the 4th quarter of 2016" as two quarters.
 * What means all the data there is, is left out: "so far", "in the three months".
 */
export function withTimesSpelt(question: string): string {
  return question
    .replace(presently, 'currently')
    .replace(atTheEnd, 'currently')
    .replace(untilNow, (said: string, at: number, text: string) => (toDate.test(text.slice(0, at)) ? said : ''))
    .replace(cyclic, 'by $1 of the $2')
    .replace(spread, 'by $1')
    .replace(spreadOf, '$1 in ')
    .replace(onePerOne, 'by $1')
    .replace(course, '$1 $2')
    .replace(parts, (_, first: string, _unit: string, between: string, _in: string, second: string, part: string, said = '') => {
      const named = (ordinal: string) => `${part.startsWith('q') ? 'Q' : 'H'}${ordinalUpTo(ordinal.toLowerCase(), 4)}${said}`
      return `${named(first)} ${between} ${named(second)}`
    })
    .replace(whole, '')
}
