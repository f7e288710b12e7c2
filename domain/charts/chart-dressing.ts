/** How numbers are put together before they are drawn: in bins of a width, or in so many of them. */
export type Bins = { width: number } | { count: number }

const bin = '(?:bins?|buckets?|intervals?|groups?)'
const number = '(\\d+(?:\\.\\d+)?)'
const unit =
  '(?:sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|m|cm|feet|foot|inch(?:es)?|kg|kilos?|pounds?|lbs?|dollars?|euros?|degrees?|points?|percent|%)'
const widths = [
  new RegExp(`\\b${bin} (?:width|size)s? ?(?:of|=|:|is)? ?${number}\\b`, 'i'),
  new RegExp(`\\b${bin} of ${number}\\b`, 'i'),
  new RegExp(`\\b(?:(?:rounded|rounding) (?:off )?to (?:the nearest )?|to the nearest )${number}\\b(?: ${unit}(?!\\w))?`, 'i'),
  new RegExp(
    `\\b(?:by|in|into|of|with|using) ${number}[ -]${unit}[ -](?:wide )?(?:bins?|buckets?|bands?|groups?|ranges?|chunks?|intervals?|increments?|steps?)\\b`,
    'i',
  ),
  new RegExp(`\\b(?:by|in) ${number} (?:\\w+ )?(?:interval|increment|step)s?\\b`, 'i'),
]
const counts = [new RegExp(`\\b(?:number of ${bin}|${bin} count) ?(?:of|=|:|is)? ?${number}\\b`, 'i'), new RegExp(`\\b${number} (?:equal )?${bin}\\b`, 'i')]
/** More bins than anyone draws are a width. */
const mostBins = 100

/** The bins a question asks for, if it does. */
export function binsOf(text: string): Bins | null {
  for (const pattern of widths) {
    const width = Number(pattern.exec(text)?.[1])
    if (width > 0) return { width }
  }
  for (const pattern of counts) {
    const count = Number(pattern.exec(text)?.[1])
    if (count > mostBins) return { width: count }
    if (count >= 2) return { count }
  }
  return null
}

const lead = '[;,.]?\\s*\\b(?:and )?(?:with |using |in |into )?(?:an? )?'
const dressing = [
  /[;,.]\s*(?:and )?(?:please )?(?:(?:do not |don't )?(?:use|make|extend|show|keep|include|draw) (?!of\b)[^;,.]*\b(?:symbols?|(?<=extend [^;,.]*)ax[ei]s|grid ?(?:lines?|s)|fonts?|markers?|pt lines?)|(?:put|place|move) (?:an? |the )?(?:\w+ )?legend)\b[^;,.]*/gi,
  ...[...widths, ...counts].map((pattern) => new RegExp(`${lead}${pattern.source}`, 'gi')),
  /[;,.]?\s*\b(?:and )?(?:min(?:imum)?|max(?:imum)?) [xy][ -]?axis (?:of |at )?-?\d+(?:\.\d+)?/gi,
  /[;,.]?\s*\b(?:and )?(?:set|make|change|put) (?:the )?[\w ]*\b(?:colou?rs?|axis|axes|title|labels?|gridlines?|legend|font)\b(?: to)?:?.*$/i,
  /[;,.]?\s*\b(?:and )?(?:with|without|add|hide|show|remove) (?:the )?(?:gridlines|grid lines|grid|tooltips?|labels|a legend|legend|title|axis labels|data labels)\b/gi,
  /[;,.]?\s*\b(?:and )?(?:with|without|no|add|extend|show|use|include|rotate|draw) (?:\w+ ){0,3}(?:grid ?lines?|grids|tick ?(?:marks|labels)|(?:axis|data) (?:labels|titles?))\b(?: (?:on|to|for|across) [\w -]+?(?=[;,.]|$))?/gi,
  /[;,.]?\s*\bin (?:each|every) (?:bar |line )?(?:chart|plot|graph|panel),? different (?:bars|lines|points|colou?rs) (?:represent|show|stand for) different\b/gi,
]

/** A drawing's talk without what only says how it looks: bins, ranges of axes, colours, gridlines. */
export function withoutDressing(text: string): string {
  let plain = text
  for (const [index, pattern] of dressing.entries()) plain = plain.replace(pattern, index === dressing.length - 1 ? ' by' : '')
  return plain
    .replace(
      /\b(?:as|with|using|in) (?:grouped |stacked |horizontal |vertical )?(bar|line|point)s\b/i,
      (_, mark: string) => `as a ${mark.toLowerCase() === 'point' ? 'scatter' : mark} chart`,
    )
    .replace(/\bmulti(?:ple)?[ -](?=(?:line|bar|series)\b)/gi, '')
    .replace(/[;,.]\s*(?:and )?alphabeti[sz]e (?:the )?/i, ', sorted by ')
    .replace(/\bbinned (?!by\b)(?=\w)/gi, '')
    .replace(/ (?:buckets|bins|histogram bins)$/i, '')
    .replace(/,? (?:and )?stacked$/i, '')
    .replace(/^draw (?:the )?(?:axes|axis) (?:for|of) /i, 'show ')
    .replace(/\b(?:vertical|horizontal|simple|colou?rful|grouped|multiple) (?=(?:stacked )?(?:bars?|line|pie|scatter|column|correlation)\b)/gi, '')
    .replace(/^((?:\w+ )?bars?(?: chart)?|stacked bar) (?=of\b)/i, (words) => (/chart/i.test(words) ? words : `${words.trim().replace(/s$/, '')} chart `))
    .replace(/[;,.]?\s*\b(?:scatter )?points? (?:to be |are |is )?different for each (?:change in )?(?:value (?:of|in) )?(?:field )?/i, ' by ')
}
