import type { ChartType } from '#domain/charts/chart-spec.ts'

/** A request for a drawing in the words of a question about data. `hint` is what it suggests without naming a chart. */
export type ChartTalk = { question: string; hint: ChartType | null }

const drawn =
  /\b(?:bar|pie|line|area|column|scatter|stacked|grouped|donut)[ -]?(?:chart|graph|plot|diagram)s?\b|\b(?:scatter ?plots?|barchart|histogram|heat ?map|scatter|pie)\b|^(?:plot|draw|visuali[sz]e|graph)\b/i
const periods: Record<string, string> = {
  weekday: 'day of the week',
  'week day': 'day of the week',
  'day of week': 'day of the week',
  'day of the week': 'day of the week',
}
const series =
  /[;,]?\s*\b(?:and )?(?:with )?(?:colou?r(?:ed|s)?(?: coded)?|stack(?:ed)?|slice[ds]?|split|separated?|broken (?:down|out|up)|broke down|facet(?:ed)?|divided|categori[sz]ed|differentiated|distinguished)(?: it| them| these| the bars| the points)? by\b/gi
const panels =
  /[;,]?\s*\b(?:and )?(?:in |as |with |using |draw |show )?(?:separate |different |individual |multiple |small )(?:panels?|charts?|plots?|graphs?|multiples?|facets?)\b(?: (?:for|of)(?= each| every))?/gi
const pair = '([\\w% ]+?)'

/** Puts drawing talk into plain words: what varies with what, by what it is coloured, and in which bins. A question that draws nothing stays as it is. */
export function chartTalk(question: string): ChartTalk {
  const text = question.trim().replace(/[\s;]+$/, '')
  let hint: ChartType | null = null
  const suggests = (type: ChartType, words: string) => (): string => {
    hint ??= type
    return words
  }
  let plain = text
  const isDrawn = drawn.test(text)
  plain = plain
    .replace(
      new RegExp(`\\b(?:the )?(?:correlation|relationship|relation|association|dependency) (?:of|between|among) ${pair} (?:and|to|with|vs\\.?|versus) `, 'i'),
      (_, one: string) => {
        hint ??= 'scatter'
        return `${one} and `
      },
    )
    .replace(
      new RegExp(
        `^(?:how (?:does|do|is|are) )(?:the )?${pair} (?:relate[sd]?|correlated?|change[sd]?|var(?:y|ies)|related|evolved?)(?: to| with| over| by| across) (?:the )?`,
        'i',
      ),
      (words, one: string) => {
        const isTime = /over|across|by\s*(?:the )?$/i.test(words)
        if (!isTime) hint ??= 'scatter'
        return isTime ? `${one} by ` : `${one} and `
      },
    )
  if (isDrawn || hint !== null || series.test(plain) || /\b(?:vs\.?|versus|against)\b/i.test(plain)) {
    series.lastIndex = 0
    plain = plain.replace(series, ' by').replace(panels, '')
    plain = plain.replace(/\b(average|avg|mean|total|sum|number|count)\b(.*?)\s*\b(?:vs\.?|versus|against)\s+/i, '$1$2 by ')
    if (/\b(?:vs\.?|v\.|versus|against)\s/i.test(plain)) plain = plain.replace(/\s*\b(?:vs\.?|v\.|versus|against)\s+/gi, suggests('scatter', ' and '))
  }
  plain = plain.replace(/,?\s*\band (?:then )?count (?:them|it|these) (?:by|in|with|using) (?=an? )/i, ' in ')
  plain = plain.replace(/^(?:(?:show|give)(?: me)? )?(?:the |a )?(?:frequency )?distribution of (?:the )?/i, suggests('histogram', 'show '))
  if (!isDrawn && hint === null) return { question: plain === text ? question : plain, hint }
  plain = plain
    .replace(/\b(?:and )?(?:then )?bins? (?:the |all )?x(?:[ -]?axis)? (?:into|by) (?:the )?/i, 'by ')
    .replace(
      /\b(?:and )?(?:then )?(?:you should )?bins? (?:the |all )?([\w ]+?) (?:into|by) (?:the |an? )?(week ?day|day of (?:the )?week|year|month)(?: interval)?\b/i,
      (_, _column: string, period: string) => `by ${periods[period.toLowerCase()] ?? period.toLowerCase()}`,
    )
    .replace(/\bby (week ?day|day of week)(?: interval)?\b/i, 'by day of the week')
    .replace(/\b(year|month|day|quarter|day of the week) interval\b/gi, '$1')
    .replace(/\bfor (?:the |all )?different (?=\w)/gi, 'for each ')
    .replace(/\bfrom (?:the )?different (?=\w)/gi, 'for each ')
    .replace(/^(?:return|give me|show me|show|draw|make|create) a pie\b(?! chart)/i, 'pie chart')
    .replace(/^pie\.\s*/i, 'pie chart ')
    .replace(/\bscatter(?: ?(?:plot|graph|chart)s?)?\b(?! chart)/i, 'scatter chart ')
    .replace(/^(?:plot|draw|visuali[sz]e|graph) (?!a |an |the number)/i, 'show ')
    .replace(/\b(?:and )?list (?:the |their )?[\w ]+ and the (?:count|number|amount)\b\.?/i, '')
    .replace(
      /\b(?:count|avg|average|sum|max|min) ?\(([\w ]+)\)/gi,
      (words, column: string) =>
        `${words.slice(0, words.indexOf('(')).trim().toLowerCase() === 'count' ? 'number of' : words.slice(0, words.indexOf('(')).trim()} ${column}`,
    )
    .replace(/\s+/g, ' ')
  return { question: plain.trim(), hint }
}
