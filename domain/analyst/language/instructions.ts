const digits = '(?:\\d+|one|two|three|four|no)'
const now = "(?:today(?:['’]s date)?|the current (?:day|date)|now)"
const thisPeriod = '(?:the |this )?(?:current|this|ongoing|running|present) (day|week|month|quarter|year)'

const given = '(?:specified|provided|stated|indicated|entered|supplied|chosen|set)'

/** How the asker wants it written or worked out, not what is asked: each pattern with what stands for it. */
const asides: [RegExp, string][] = [
  // The window is then counted from today's date, not in whole periods.
  [new RegExp(`\\b((?:last|past|previous) \\w+ (?:months?|quarters?|years?))(?=[^.?]*?\\binclu(?:sive of|ding) ${now})`, 'gi'), '$1 to date'],
  [new RegExp(`,? ?\\(?\\b(?:both )?inclu(?:sive of|ding) ${now}\\)?`, 'gi'), ''],
  [/,? ?\(?\b(?:both )?(?:dates )?inclusive\)?(?! of)/gi, ''],
  [
    new RegExp(
      `\\b(?:the )?(last|past|previous) (\\w+) (?:calendar |full |whole |complete |iso )?(weeks|months|quarters|years)\\b(?=[^.?]*?\\b(?:excluding|not including|not counting|except|without) ${thisPeriod})`,
      'gi',
    ),
    '$1 $2 whole $3',
  ],
  [
    /\b((?:last|past|previous) (?:\w+ )?(?:whole )?(?:iso )?(day|week|month|quarter|year)s?\b[^.?]*?),? ?\(?(?:excluding|not including|not counting|except|without) (?:the |this )?(?:current|this|ongoing) \2\b\)?/gi,
    '$1',
  ],
  // "Inclusive of 90 days ago" says of a window of the last 90 days that its first day counts.
  [/,? ?\(?\binclusive of \w+ (?:day|week|month|quarter|year)s? ago\)?/gi, ''],
  // What someone has given is filled in.
  [new RegExp(`\\b(ha(?:ve|s|d))(?: not|n['’]t) ${given} (?:an?|any|their) `, 'gi'), '$1 no '],
  [new RegExp(`\\b(ha(?:ve|s|d)) ${given} (?=(?:an?|any|their) )`, 'gi'), '$1 '],
  [/ ?\(based on [^)]*\)|,? \bbased on joining [^.?]*/gi, ''],
  [
    /,? (?:and|along with|with) (?:their (?:respective |corresponding )?|the (?:respective|corresponding) )counts?(?=[?.!\s]*$|[.?] )/gi,
    ' and the count of each',
  ],
  [/\btop (?=(?:\d+|two|three|four|five|ten) (?:most|least|best) )/gi, ''],
  [/^how (?:does|do|did) (.+?) (?:vary|differ) (?:across|by|between|among) (?:the )?(?:different |various )?/i, '$1 by '],
  [/\bthe ((?:\w+ )?\w+) of (all [\w ]+?) (?:combined|put together|taken together)\b/gi, 'the total $1 of $2'],
  [/ divided by /gi, ' / '],
  [/\bhow much money\b/gi, 'how much'],
  [/(?<=\b(?:have|has|had|with|having|\w+ed|own|owns|made|took|taken|won|bought) )multiple (?=\w+s\b)/gi, 'more than one '],
  [/\b(?:who )?(?:ha(?:ve|s) )?(?:work(?:s|ed|ing)?|serv(?:e|es|ed|ing)|been (?:employed|working|serving)) (?:the |for the )?longest\b/gi, 'hired earliest'],
  [/\blongest[- ](?:serving|working|employed|tenured) (?=\w)/gi, 'earliest hired '],
  [
    /\b(?:the )?(\w+(?: \w+)?) of the (longest|largest|biggest|highest|heaviest|tallest|oldest) and (?:the )?(shortest|smallest|lowest|lightest|youngest) ((?:\w+ )?\w+?)(?: in \w+s)?(?=[?.!\s]*$)/gi,
    'the maximum and the minimum $1 of $4',
  ],
  [/\b(number|count) of total (?=\w)/gi, '$1 of '],
  [
    /,? and how many (\w+(?: \w+)?) (?:do|does|did|have|has) (?:they|it|he|she|each(?: of them| one)?)(?: each)?(?: \w+)?(?=[?.!\s]*$)/gi,
    ' and the number of $1',
  ],
  [/\b(?:makes? up|forms?|constitutes?|is|are) the majority of\b/gi, 'is the most common among'],
  [/ (?:on (?:file|record)|ever before)\b/gi, ''],
  [/(?<=\b(?:never|not|\w+n['’]t|ever)\b.*) before(?=[?.!\s]*$)/gi, ''],
  [/\b(first|last) ever\b/gi, '$1'],
  [/ multiplied (?:by|with) /gi, ' * '],
  [/\biso week/gi, 'week'],
  [/\b(loan(?:s|ed)?|lends?|lent|lending|borrow(?:s|ed)?|donat(?:es|ed)) (?:any |some )?money\b/gi, '$1'],
  [/\b(?:the )?(week|month|quarter|year)ly trends? (?:of|in|for) (?:the )?([\w ]+?)(?= (?:in|for|during|since|over|between|from|by)\b|[?.!,]|$)/gi, '$2 by $1'],
  [/^(?:are|were) there more ((?:[\w'-]+ )+(?:in|on|from|at|for|with|by|of) .+) or /gi, 'compare the number of $1 and '],
  [
    /\bhow (?:long|many (days|hours|minutes)) (?:do|does|did|will|would) it (?:usually |typically |normally |generally )?take(?: us)?(?:,? on average,?)?(?: until| before)? to\b/gi,
    'what is the average $1 time to',
  ],
  [
    /^how long (?:do|does|did) (?:an? |the |our |each |every )?([\w ]+?) (?:usually |typically )?(?:take|last)(?: on average| usually)?(?=[?.]*$)/gi,
    'what is the average duration of $1',
  ],
  [
    /^an? (\w+) (?:is|counts as)(?: considered)? (\w+) (?:if|when) it (?:is|was|has been) ([^.]+)\. (.*?)(?:(?:that |which )?\b(?:were|are|was|is) \2|\b\2 (\1s?))\b/gi,
    '$4$5 that were $3',
  ],
  [/\bpast (?=(?:its|their|the) (?:\w+ )?(?:date|deadline)\b)/gi, 'after '],
  [/\bin the whole of\b/gi, 'in'],
  [/\b(?:which|what) (\w+(?: of the \w+)?) (?:is|was|are|were) (?:the |our )?(busiest|quietest)\b/gi, 'the $2 $1'],
  [/\bpeak (?=(?:hour|day|week|weekday|month|quarter|year)\b)/gi, 'busiest '],
  [
    /^((?:and |so |but )?)what (did|do|does|has|have) (.+?) (spend|spent|pay|paid|cost|earn|earned)(?: in total| altogether| overall| in all)?(?=[?.!\s]*$| (?:in|during|since|last|this|between) )/gi,
    '$1how much $2 $3 $4',
  ],
  [
    new RegExp(
      `,? ?(?:and )?\\bround(?:ed|ing)?(?: (?:it|them|off|the (?:answer|results?|values?)|your answer))*(?: (?:up|down))? to (?:the nearest )?(?:(?:${digits} )?(?:decimals?|digits?|places)(?: (?:places?|points?|digits?))?|integer|whole number|cent)\\b`,
      'gi',
    ),
    '',
  ],
  [/,? ?(?:and )?\b(?:to|with) (?:\d+|one|two|three) decimals?(?: places?)?\b/gi, ''],
  [
    /,? ?(?:(?:and )?\b(?:please )?(?:give|return|show|express|report|represent|present|provide|format) (?:me )?(?:the |your |it |each |all |this |its |their |\w+ )?(?:answers?|results?|values?|numbers?|it)? ?)?\b(?:as|in) (?:an? )?(?:integers?|whole numbers?|decimals?|floats?|percentages?|numbers?)(?: (?:values?|form|format))?\b(?! of)/gi,
    '',
  ],
  [/\b(and|return|show|give) the (day|week|month|quarter|year|date) as a (?:date|string|text)\b/gi, '$1 the $2'],
  [/ ?\(?\bas a date\b\)?/gi, ''],
  [
    /[,.;]? ?\(?\b(?:(?:please )?(?:use|using|do|perform|match|matching|search|compare|filter|with)\w* [^.?,;]{0,40}?)?\b(?:a )?case[- ]?insensitiv\w*(?: (?:match\w*|search|comparison|manner|way))?\)?/gi,
    '',
  ],
  [
    /,? ?\(?\b(?:ignor\w+|regardless of|disregarding|irrespective of|without regard to) (?:the )?(?:case|capitali[sz]ation|casing|letter case|upper and lower case)\b\)?/gi,
    '',
  ],
  [/[,.;]? ?(?:and )?\b(?:match|allow)\w* (?:for )?(?:partial matches|with wildcards?)\b(?: using [^.?]*)?/gi, ''],
  [/,? ?\b(?:by|with|using|via|through) (?:doing |performing |using )?an? (?:left|right|inner|outer|full)(?: outer)? join\b[^.?,]*/gi, ''],
  [/\b(return|show|give|list|display|include|report|provide)( me)? both\b/gi, '$1$2'],
  [/\bno\.? of\b|# ?of\b/gi, 'number of'],
  [/,? ?\bstarting (?:from|with|at) the top\b/gi, ''],
  [
    /\b(?:starting|ranging|going|sorted|ordered) (?:from|with) (?:the )?(?:best|highest|top|largest|most) ([\w ]+?) to (?:the )?(?:worst|lowest|bottom|smallest|least)\b/gi,
    'ordered by $1 descending',
  ],
  [
    /\b(?:starting|ranging|going|sorted|ordered) (?:from|with) (?:the )?(?:worst|lowest|bottom|smallest|least) ([\w ]+?) to (?:the )?(?:best|highest|top|largest|most)\b/gi,
    'ordered by $1 ascending',
  ],
  [
    /,? ?\b(?:in the database|in (?:our|the|your) records?|in the results|so far|until now|for me|if any|if available|give (?:me )?the answer|convert to|(?:filter|update) (?:this|the) list to)\b/gi,
    '',
  ],
  [/ ?\byet\b/gi, ''],
  [/\bnot only (.+?),? but also\b/gi, 'both $1 and'],
  [/\b(each|every|per|by) (day|week|month|quarter) of (?=(?:19|20)\d\d\b)/gi, '$1 $2 in '],
  [/\btotal (daily|weekly|monthly|quarterly|yearly|annual) /gi, '$1 total '],
  [/\b(?:best|top)[- ]selling (?=[\w ]+? (?:by|in terms of|based on)\b)/gi, ''],
  [/\b(customer|client|user|member|account|patient|subscriber)(s? sign-?ups?\b.*?\b(?:total|number of)) sign-?ups?\b/gi, '$1$2 $1s'],
  [/\b(customer|client|user|member|account|patient|subscriber)s? sign-?ups?\b/gi, '$1s'],
  [/\bhow old (?:is|are|was|were) (?:the |an? )?average (?=\w)/gi, 'what is the average age of the '],
  [/\bhow old (?:is|are|was|were) ([\w ]+?),? on average\b/gi, 'what is the average age of $1'],
  [/\b(?:in|within) (?:the |a )?range (?:of |from |between )?(\$?\d[\d,.]*) (?:and|to) (?=\$?\d)/gi, 'between $1 and '],
  [
    /\bhow much (?:do|does|did|has|have) ([\w ]+? of (?:each|every) [\w ]+?) (?:earn(?:ed)?|make|made)(?=[?.!\s]*$| (?:in|during|since|from|between|across) )/gi,
    'what are the total earnings of $1',
  ],
  [/\bon average,? how much (?:is|was|were) (?:earned|made) by (?=[\w ]+ of (?:each|every)\b)/gi, 'what are the average earnings of '],
  [/\bhow much (?:is|was|were) (?:earned|made) by (?=[\w ]+ of (?:each|every)\b)/gi, 'what are the total earnings of '],
  // What the first of a rank have is told beside them.
  [/(?<=\b(?:top|bottom) \w+ .*),? and how (?:many|much) (?:do|does|did) (?:they|it|each)(?: each)? have(?=[?.,]|$| (?:in|with|as|by|using) )/gi, ''],
  [/,? and (?:what (?:are|is) |list |show )?the names? of the ((?:top|bottom) \w+)(?=[?.,]|$| (?:in|with|as|by|using) )/gi, ', $1'],
  [/\b(do|does|did|is|are|was|were|has|have|had|ca|wo)nt\b['’]?/gi, "$1n't"],
  [/\b([Aa]ll|[Ee]very) ([\w ]{0,40}?)but (?=those\b|these\b|the ones\b|['"“‘\p{Lu}])/gu, '$1 $2except '],
  [/\bhow (?:long|much|large|big|high|great) (?:is|was|are|were) (?=the (?:total|average|mean|maximum|minimum|combined|overall)\b)/gi, 'what is '],
  [/\bbetween (\d[\d,.]*) to (?=\d)/gi, 'between $1 and '],
  [/\b(?:in charge|tak(?:es?|ing) care) of\b/gi, 'handling'],
  [/\b(?:(?:are|is|was|were) )?(?:an? )?part of\b/gi, 'of'],
  [/\bin of\b/gi, 'in'],
  // "(in euros)" says which of several prices is meant.
  [/\((in \w+)\)/gi, '$1'],
  [/\bhow many ([\w ]+?),? on average,? (?:do|does|did) (?:an?|each|every) (\w+) \w+\b/gi, 'what is the average number of $1 per $2'],
  [/\bhow many ([\w ]+?) (?:do|does|did) (?:an?|each|every) (\w+) \w+ on average\b/gi, 'what is the average number of $1 per $2'],
  // Those with and those without are the groups of what tells them apart.
  [
    /\bhow many ([\w ]+?) (?:have|has|with|are|were|is) (?:an? |any )?([\w -]+?),? and how many (?:of them )?(?:do not|don['’]t|does not|doesn['’]t|are not|aren['’]t|were not|weren['’]t|is not|without(?: (?:an? |any )?\2)?)(?: are there| exist)?(?=[?.]|$)/gi,
    'number of $1 by $2',
  ],
  [/ (?:are|is) (?:classified|categori[sz]ed|described|counted|grouped|marked) (?:that way|this way|like that|so|as such)\b/gi, ' are there'],
]

/** A question without what its asker adds for a machine: how to write it, how to work, what goes without saying. */
export function withoutInstructions(question: string): string {
  return asides.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question)
}
