import { type Bins, binsOf, withoutDressing } from './chart-dressing.ts'
import type { ChartType } from './chart-spec.ts'

/**
 * A request for a drawing in the words of a question about data. `hint` is what it suggests without naming a chart, `bins` how it wants numbers put together,
 * `draws` whether it asks for a drawing at all, `compares` whether it sets things side by side.
 */
export type ChartTalk = { question: string; hint: ChartType | null; bins: Bins | null; draws: boolean; compares: boolean }

/** What a drawing's words suggest beside the question they leave. */
export type ChartHint = Omit<ChartTalk, 'question'>

const drawn =
  /\b(?:bar|pie|line|area|column|scatter|stacked|grouped|donut|xy)[ -]?(?:chart|graph|plot|diagram)s?\b|\b(?:scatter ?plots?|xyplot|bar ?charts?|histogram|heat ?map|scatter|pie|legend|[xy][ -]?axis|small multiples?|bars|(?<= by [\w ]+ )points$|(?:separate|different|multiple|individual) (?:charts|plots|graphs|panels))\b|^(?:plot|draw|visuali[sz]e|graph|chart|facet\w*)\b/i
const parts = /\b(?:stacked|binned|buckets)\b|[,;.] plot\b/i
const parted =
  '(?:colou?r(?:ed|s|ing)?(?:[ -]cod(?:e|ed|ing))?|coded|trellis(?:ed|ing)?|sub[- ]?grouped|parameteri[sz]ed?|stack(?:ed)?|slice[ds]?|split(?: (?:up|out|it|them))?|separate(?:d)?|partition(?:ed)?|segregated?|broken (?:down|out|up)|broke down|facet(?:ed|ing)?|divided|categori[sz](?:e|ed|ing)|differentiated|distinguished|aggregated|shown separately)'
const what = '(?: it| them| each \\w+| these| the \\w+(?: \\w+)?| marks| points| dots| lines| bars| bar charts| s?plots?| charts| graphs)?'
const series = new RegExp(
  `[;,.]?\\s*\\b(?:and |then )*(?:group(?:ed)? and )?(?:with |is |are )?(?:${parted}${what}(?: further| again| out)? (?:by|on|based on|according to|across)|(?:with |and )?(?:a )?break(?:ing)? ?down(?: (?:with)?in each [\\w ]+?)? by|(?<=\\b(?:by|across|per|v/?s\\.?|versus)\\b.*)regarding(?: the)?(?: different)?|break (?:it |them )?(?:in)?to multiple \\w+ by|separate into multiple \\w+ by)\\b`,
  'gi',
)
const panels =
  /[;,.]?\s*\b(?:and )?(?:in |as |with |using |draw |show |give |split out |break into )*(?:separate |different |individual |multiple |small )(?:line |bar |scatter )?(?:panels?|charts?|plots?|graphs?|multiples?|facets?|scatterplots?|lines?|bars?)\b(?: (?:for|by|of|to be)\b(?: each| every| different| the)*)?/gi

const compared = /\b(?:v\/?s|versus|against|compar(?:e|ed|es|ing|ison))\b/i

/** Puts drawing talk into plain words: what varies with what, by what it is coloured, and in which bins. A question that draws nothing stays as it is. */
export function chartTalk(question: string): ChartTalk {
  const talk: ChartTalk = { question: '', hint: null, bins: null, draws: false, compares: compared.test(question) }
  const text = question
    .trim()
    .replace(/[\s;]+$/, '')
    .replace(/['"]\s*,\s*['"]/g, '; ')
  let plain = withFunctions(text)
  const isDrawn = drawn.test(plain) || parts.test(plain)
  talk.draws = isDrawn
  talk.bins = binsOf(plain)
  if (isDrawn || talk.bins !== null) plain = withoutDressing(withAxes(plain))
  const told = developed.exec(plain)
  if (told) talk.hint = 'line'
  plain = withRelations(told ? plain.replace(developed, 'show $1 over time in ') : plain, talk)
  plain = withTimelines(plain, talk)
  series.lastIndex = 0
  const isComparing = /\b(?:v\/?s\.?|versus|against)\s/i.test(plain)
  if (isDrawn || talk.hint !== null || series.test(plain) || isComparing) plain = withSeries(plain, talk)
  plain = withDistributions(plain, talk)
  talk.draws ||= drawn.test(plain)
  if (!talk.draws && talk.hint === null && talk.bins === null) return { ...talk, question: plain === text ? question : plain }
  return { ...talk, question: withPlainPeriods(plain).replace(/\s+/g, ' ').trim() }
}

/** `AVG(price)`, `COUNT(*)`, `# of` and `scatter(a, b)` as they are said. */
function withFunctions(text: string): string {
  const names: Record<string, string> = {
    count: 'number of',
    avg: 'average',
    mean: 'average',
    average: 'average',
    sum: 'sum of',
    max: 'maximum',
    min: 'minimum',
  }
  return text
    .replace(/#\s?of\b/gi, 'number of')
    .replace(/(?<=\b(?:chart|graph|plot)) that (sum|average|count)s (?:up )?/i, (_, fold: string) => ` of the ${names[fold.toLowerCase()]} `)
    .replace(/\b(?:scatter|plot) ?\(([\w ]+), ?([\w ]+)\)/gi, 'scatter chart $1 and $2')
    .replace(/(?<=[a-z])\/(?=[a-z].*\bscatter)/gi, ' and ')
    .replace(
      /\bon (?:the )?([xy])(?=[ ,.;]|$)(?! ?-?axis)(?=.*\b[xy]\b)|(?<=\b[xy]\b.*)\bon (?:the )?([xy])$/gi,
      (_, one?: string, other?: string) => `on the ${one ?? other} axis`,
    )
    .replace(/(^|[ ,;])([xy]) ?[:=] ?(?=\w)/gi, '$1$2 axis: ')
    .replace(
      /(?<=^|\b(?:show|plot|draw|graph|chart|display)(?: me)?(?: the)? )(?!(?:show|plot|draw|graph|chart|display|me|the) |.*\b(?:average|total|number)\b)([\w ]+?) (averag|summ)ed (?:up )?(?=(?:by|across|over|per|for each)\b)/i,
      (_, what: string, fold: string) => `${fold === 'summ' ? 'sum of' : 'average'} ${what} `,
    )
    .replace(/\bcount ?\( ?\* ?\)/gi, 'number of rows')
    .replace(/\b(count|avg|average|mean|sum|max|min) ?\( ?([\w ]+?) ?\)/gi, (_, name: string, column: string) => `${names[name.toLowerCase()]} ${column}`)
}

const pair = "([\\w%' ]+?)"
const goes =
  '(?:relate[sd]?|correlated?|associated|change[sd]?|var(?:y|ies|ied)|related|evolve[sd]?|compare[sd]?|behave[sd]?|depend(?:s|ed)?|affect(?:s|ed)?|differ(?:s|ed)?)'
const developed =
  /^how (?:has|have|did|do|does) (?:the |our )?([\w ]+?) (?:changed?|develop(?:ed)?|evolved?|gr[eo]wn?|progress(?:ed)?) (?:over|in|during|since|for) (?=(?:the )?(?:last|past|previous|this|current|(?:19|20)\d\d))/i
const isThere = /^(?:is there|are there) (?:an?|any) (?=correlation|relation|association|dependency|link)/i
const correlation = new RegExp(
  `\\b(?:the |an? )?(?:correlation|relationship|relation|association|dependency|link) (?:charts? )?(?:of|between|among) ${pair} (?:and|to|with|v/?s\\.?|versus) `,
  'i',
)
const higher = new RegExp(
  `^do(?:es)? (?:having )?(?:an? )?(?:higher|more|lower|larger|greater|bigger|smaller|better) ${pair} (?:mean|imply|lead to|come with|result in|give|bring|get|have) (?:an? )?(?:higher|more|lower|less|larger|greater|bigger|smaller|better|worse) `,
  'i',
)
const how = new RegExp(
  `\\bhow (?!many |much |long |old |often )(?:does |do |is |are |has |have |did )?(?:the )?${pair} (?:is |are |was |were )?${goes}(?: (?:compared|relative))?(?: (to|with|over|by|across|on|for|between|among))?(?: the)? (?=\\w)`,
  'i',
)
const howMuch = new RegExp(
  `^how much (?:does|do|did|has|have) (?:the )?${pair} (?:change[sd]?|var(?:y|ies|ied)|differ(?:s|ed)?|fluctuate[sd]?) (?:by|with|across|between|among|over|per)(?: the| each)? `,
  'i',
)
const functionOf = new RegExp(
  `(?<=^|show |plot |draw |me |graph )${pair} (?:as a function of|depending on|in relation to|relative to|compared to|(?:correlation|relation|relationship) (?:to|with)) (?:the )?`,
  'i',
)
const folded = /\b(?:average|avg|mean|total|sum of|number of|counts?|frequency)\b/i
const comparison = new RegExp(`^compare (?:the )?${pair} (?:with|to|against|v/?s\\.?|versus) `, 'i')

/** "The correlation between a and b", "how does a vary with b" and "does higher a mean lower b" set two things side by side. */
function withRelations(text: string, talk: ChartTalk): string {
  const beside = (one: string): string => {
    talk.hint ??= 'scatter'
    return `${one} and `
  }
  return text
    .replace(isThere, '')
    .replace(/^(.+ and .+?) (?:relationship|correlation)s?(?=[?.]?$| (?:by|based on|for each|per)\b)/i, (_, both: string) => {
      talk.hint ??= 'scatter'
      return both
    })
    .replace(correlation, (_, one: string) => beside(one))
    .replace(higher, (_, one: string) => beside(one))
    .replace(howMuch, '$1 by ')
    .replace(how, (words: string, one: string, link: string | undefined, at: number, whole: string) => {
      if (link === 'over' || link === 'across' || link === 'for') return `${one} over `
      if (link === 'between' || link === 'among') return `${one} by `
      const isOfTime = /^(?:time|years?|months?|weeks?|days?|each|every)\b/i.test(whole.slice(at + words.length))
      return link === undefined || isOfTime ? `${one} by ` : beside(one)
    })
    .replace(/\b(?:the |an? )?(?:correlation|relationship|relation) (?:of|between|among) (?=[\w ]+,)/i, () => beside('').replace(' and ', ''))
    .replace(/^compare (?:the )?([a-z]+(?: [a-z]+)?) and ([a-z]+(?: [a-z]+){0,2})(?=[?.!\s]*$)/i, (_, one: string, other: string) => `${beside(one)}${other}`)
    .replace(functionOf, (_, one: string) => (folded.test(one) ? `${one} by ` : beside(one)))
    .replace(/^correlate /i, () => {
      talk.hint ??= 'scatter'
      return 'show '
    })
    .replace(comparison, '$1 vs ')
    .replace(/^(compare .*?) (?:between|among) (?=[a-z][\w ]* and [a-z])/i, '$1 for ')
    .replace(
      /^compare (?!.*\b(?:(?:19|20)\d\d|(?:this|last|previous) (?:year|quarter|month|week))\b)(?=(?:the )?(?:\w+ ){1,4}(?:of|across|between|among|by|for|per|in|each)\b)/i,
      () => {
        // Things that are listed stand side by side.
        if (/ (?:in|for|from|between|among) \w[\w ]*(?:, \w[\w ]*)*,? and \w[\w ]*\W*$/.test(text)) talk.hint ??= 'bar'
        return 'show '
      },
    )
    .replace(/^group (?:the |all )?([\w ]+?) by /i, 'number of $1 by ')
}

/** A trend, a timeline or a time series runs over time. */
function withTimelines(text: string, talk: ChartTalk): string {
  const runs = (words: string) => (): string => {
    talk.hint ??= 'line'
    return words
  }
  const asLine = text
    .replace(
      /^(?:(?:i(?:'d| would)? (?:want|like) to|let me|can i) )?((?:show|see|visuali[sz]e|plot|draw|give)(?: me)? |what (?:is|are) )?(?:the |an? )?(?:general |overall )?(?:trends?|time ?(?:series|line)(?: (?:plot|chart|graph))?|growth(?! (?:of|for|in) .*\bby (?:year|quarter|month|week|day)\b)|evolution|development) (?:of|for|in) (.+)$/i,
      (_, _verb: string | undefined, rest: string) => {
        talk.hint ??= 'line'
        return `show ${rest}${overTime.test(rest) || /\bover the [a-z]+ (?:with|in|as|using) /i.test(rest) ? '' : ' over time'}`
      },
    )
    .replace(
      /,? (?:as |in )?an? time ?(?:series|line)(?: (?:plot|chart|graph))?\b|(?<=\w) time ?(?:series|line)(?: (?:plot|chart|graph))?(?=$| (?:by|per|for each|of each|split|of)\b)/i,
      (words, at: number, whole: string) => {
        talk.hint ??= 'line'
        return overTime.test(whole.slice(0, at) + whole.slice(at + words.length)) ? '' : ' over time'
      },
    )
    .replace(/\b(?:a |the )?time ?(?:series|line)(?: plot| chart| graph)?(?: of| for|:) (.+)$/i, (_, rest: string) => {
      talk.hint ??= 'line'
      return `${rest}${overTime.test(rest) ? '' : ' over time'}`
    })
    .replace(
      /^((?:show|plot|draw|give|see)(?: me)? )?(?:the )?(?!.*\btrends?\b.*\btrend)([\w ]+?) trends?(?=[?.!\s]*$| (?:since|in|from|by|over|for|per|during|across)\b)(.*)$/i,
      (_, verb: string | undefined, what: string, rest: string) => {
        talk.hint ??= 'line'
        const isOverTime = overTime.test(rest) || /\b(?:daily|weekly|monthly|quarterly|yearly|annual)\b/i.test(what)
        return `${verb ?? ''}${what}${rest.replace(/[?.!\s]+$/, '')}${isOverTime ? '' : ' over time'}`
      },
    )
    .replace(/\b(?:change[sd]? |evolve[sd]? )?(?:in|on|as) an? time ?line\b/i, runs('over time'))
    .replace(/\b(?:change[sd]?|evolve[sd]?|develop(?:s|ed)?)(?= over (?:the )?(?:time|years|months))/i, '')
    .replace(
      /\b(?:the )?(?:(?:growth|change) (?:of|in) (?=.*\bover )|(?:development|evolution) (?:of|in) (?=.*\b(?:over|by) ))(?=.*\b(?:over|by) (?:the )?(?:time|years?|months?))/i,
      '',
    )
    .replace(/\btrend(?:ed|ing)? (?:over|by|across) (?:the )?(?:ascending )?(?=\w)/i, runs('by '))
    .replace(/\b(?:across|through|along) time\b/i, 'over time')
    .replace(/\b(?:over|across|through) (?:the )?years\b/i, 'by year')
    .replace(/\b(?:over|across|through) (?:the )?months\b/i, 'by month')
  if (asLine !== text && /over time/.test(asLine)) talk.hint ??= 'line'
  return asLine
}

const overTime = /\b(?:over|by|per|across) (?:the )?(?:time|years?|months?|weeks?|days?|quarters?|dates?)\b/i

/** What colours, stacks or splits a drawing groups it, and what stands against what is a pair. */
function withSeries(text: string, talk: ChartTalk): string {
  const plain = text
    .replace(
      /[;,.]?\s*\b(?:and )?(?:use|using|with|in|by) (?:a )?(?:different|separate|distinct) colou?rs? (?:for|per) (?:each |every |different |the )?/gi,
      ' by ',
    )
    .replace(/[;,.]?\s*\b(?:and )?add (?:the )?([\w ]+?) (?:to|in|as) (?:the |a )?(?:legend|groups?|colou?rs?|facets?|series)\b/gi, ' by $1')
    .replace(
      /[;,.]\s*(?:and )?(?:the |use )?colou?rs?(?:[ -]cod(?:e|ed|ing):?)? (?!by\b|(?:the )?(?:marks|points|dots|bars|lines) by\b)(?:is |are |for |to |= ?|: ?|(?:represent|show|indicate|encode|denote)s? |on |according to )?(?:each |the )?(?=\w)/gi,
      ' by ',
    )
    .replace(/\b(?:and |with )?(\w+) as (?:the |a )?(?:colou?r|series|legend|facets?|groups?)\b/gi, 'by $1')
    .replace(/\b(?:(?:segregated|grouped|split|divided|separated|stacked|shown) ([\w ]+?)|(\w+))[ -]wise\b/gi, 'by $1$2')
    .replace(/^(?:faceting|faceted|facet|colou?ring|colou?red|colou?r|group(?:ed|ing)?|split) (?:on|by) (?:the )?([\w ]+?)\s*[,;.] *(.+)$/i, '$2 by $1')
    .replace(series, ' by')
    .replace(
      /,? (?:where|with) (?:each|every) \w+ (?:is|being|for|represent(?:s|ing)|show(?:s|ing)) (?:an? |the |each )?(?:specific |different |certain |single |one )?/i,
      ' by ',
    )
    .replace(panels, (words) => (/\b(?:for|by)\b/i.test(words) ? ' by ' : ' '))
    .replace(/,? each ([\w ]+?) (?:shown )?separately\b/i, ' by $1')
    .replace(/ (?:shown )?separately\b/gi, '')
    .replace(/\bby by\b/gi, 'by')
    .replace(
      /\b(average|avg|mean|total|sum|number|count)\b(.*?)\s*\b(?:v\/?s\.?|versus|against)\s+(?!(?:the )?(?:average|avg|mean|total|sum|number|count|max|min))/i,
      '$1$2 by ',
    )
  const alongTime = plain.replace(
    /(?:(?<=^|[,;:] ?|\b(?:show|showing|plot|draw|visuali[sz]e|chart|graph|of|me|the|with|for|between) )(years?|months?|quarters?|dates?|time)\s+(?:v\/?s\.?|versus|against)\s+(?:the )?([\w ]+?)|([\w ]+?)\s+(?:v\/?s\.?|versus|against)\s+(?:the )?(years?|months?|quarters?|dates?|time))(?= by |[,;.]|$)/i,
    (_, first: string | undefined, one: string, other: string, second: string) =>
      `${one ?? other} ${/time/i.test(first ?? second) ? 'over' : 'by'} ${first ?? second}`,
  )
  if (alongTime !== plain || !/\b(?:v\/?s\.?|v\.|versus|against)\s/i.test(plain)) return alongTime
  if (folded.test(plain)) return plain.replace(/\s*\b(?:v\/?s\.?|v\.|versus|against)\s+/gi, ' and ')
  talk.hint ??= overTime.test(plain) ? 'line' : 'scatter'
  return plain.replace(/\s*\b(?:v\/?s\.?|v\.|versus|against)\s+/gi, ' and ')
}

/** "The distribution of prices", "weight distribution", "a breakdown of customers". */
function withDistributions(text: string, talk: ChartTalk): string {
  const spread = (words: string) => (): string => {
    talk.hint ??= 'histogram'
    return words
  }
  return text
    .replace(
      /^((?:show|give|plot|draw|visuali[sz]e|display)(?: me)? |what(?:'s| is) )?(?:the |an? )?(?:frequency |count )?(?:distribution|categori[sz]ation|spread|range|histogram) (?:of|by|for) (?:the )?(?!\w+ and )/i,
      spread('show '),
    )
    .replace(/^((?:show|give|plot|draw|visuali[sz]e|display)(?: me)? |what(?:'s| is) )?(?:the |an? )?break ?down of (?:the )?/i, 'show number of ')
    .replace(
      /^((?:show|give|plot|draw|visuali[sz]e|display)(?: me)? )?(?:the |an? )?([\w ]+?) break ?downs? (?:of|by|for|in|across|per|within) (?:each |every |the )?/i,
      'show number of rows by $2 by ',
    )
    .replace(/^((?:show|give|plot|draw|visuali[sz]e|display)(?: me)? )?(?:the |an? )?([\w ]+?) break ?down(?=[?.!\s]*$)/i, 'show number of rows by $2')
    .replace(/^break ?(?:it |them )?down (?:the |all )?([\w ]+?) by /i, 'number of $1 by ')
    .replace(/^how (?:is|are) (?:the )?([\w ]+?) (?:distributed|spread(?: out)?)\b/i, (_, one: string) => spread(`show ${one}`)())
    .replace(/(?<=\w )distribution(?= (?:of|by|across|over|in|per|for)\b|[?.!\s]*$)/i, spread(''))
}

/** "How many students are in each club? List the club and the number of students": said once more. */
const restated =
  /(\b(?:how many|number of|count)\b.*[.?]\s*(?:please )?(?:list|return|show|give) (?:the |their |each )?[\w ]+?),? and (?:the )?(?:count|number|amount)s?(?: of [\w ]+?)?(?=\s*(?:[.,?;]|$|\b(?:with|in|by|as|using|show|plot|draw)\b))/i
const axis = '(?:the )?[xy](?:-| )?axis'
const sorts = '\\b(?:sort|order|rank|asc|desc|list|display|arrange)\\w*'

/** What stands on which axis: "price on the x axis and rating on the y axis", "the x-axis is the year, and the y-axis is the number of orders". */
function withAxes(text: string): string {
  return text
    .replace(/^((?:\w+ ){0,4}(?:chart|graph|plot)) x[ -]?axis ([\w ]+?),? (?:and )?y[ -]?axis (?=\w)/i, '$1 of $2 and ')
    .replace(
      new RegExp(`(?:, |\\b(?:and|with|let|where|use|put|set) )*\\b${axis} (?:is|are|shows?|showing|represents?|being|:|=) (?:for )?`, 'gi'),
      (_, at: number) => (at === 0 ? '' : ' and '),
    )
    .replace(new RegExp(`(?<!${sorts}[^,.;]*) (?:on|as|along|for|to be) ${axis}\\b`, 'gi'), '')
}

/** Bins of time, and the ways a chart is named that read as something else. */
function withPlainPeriods(text: string): string {
  return text
    .replace(/[,.;]? *(?:and )?(?:please )?note that (?:you (?:should|need to|must) )?/i, ', ')
    .replace(/ (?:of|in|for) (?:each|every) bins?\b/i, '')
    .replace(/\bfor (?:the |all )?different (?=\w)/gi, 'for each ')
    .replace(/\bfrom (?:the )?different (?=\w)/gi, 'for each ')
    .replace(
      /(?<=^|[,;:] ?|\b(?:show|showing|plot|draw|visuali[sz]e|chart|graph|of|me|the|with|for|between) )(years?|months?|quarters?|weeks?|days?|dates?) (?:and|by|,) (?=(?:the )?(?:average|avg|mean|total|sum|number|count|minimum|maximum)\b)(.+?)(?= by |[,;]|$)/i,
      '$2 by $1',
    )
    .replace(/\bby (week ?day|day of week)(?: interval)?\b/i, 'by day of the week')
    .replace(/\b(year|month|day|quarter|day of the week) interval\b/gi, '$1')
    .replace(/(?<=\w) points$/i, ' in a scatter chart')
    .replace(/^(?:return|give me|show me|show|draw|make|create) a pie\b(?! chart)/i, 'pie chart')
    .replace(/^pie\.\s*/i, 'pie chart ')
    .replace(/\b(?:scatter ?(?:plot|graph|chart)?s?|xy ?(?:plot|chart)s?)\b(?! chart)/i, 'scatter chart ')
    .replace(restated, '$1')
    .replace(/(?:^|[,;.] *)(?:plot|draw|visuali[sz]e|graph|chart) (?!a |an |the number)/i, (words) => (/^[,;.]/.test(words) ? ', show ' : 'show '))
}
