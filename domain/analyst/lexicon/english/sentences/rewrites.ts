import { phraseList, wordSet } from '../forms/word-set.ts'
import { calendarUnits, grainAdverbs } from '../times/time-words.ts'
import { copulas, doForms } from './function-words.ts'

/** Words that the patterns of `rewrites` name: `{unit}` in a pattern stands for any of `unit`. */
export const rewriteWords: Record<string, Iterable<string>> = {
  aggregate: wordSet('total average mean maximum minimum combined overall'),
  best: wordSet('best highest top largest most'),
  classified: wordSet('classified categorised categorized described counted grouped marked'),
  client: wordSet('customer client user member account patient subscriber'),
  current: wordSet('current this ongoing'),
  do: doForms,
  doOrHave: wordSet(doForms, 'has have'),
  excluding: phraseList('excluding;not including;not counting;except;without'),
  express: wordSet('give return show express report represent present provide format'),
  frequency: wordSet(grainAdverbs, 'annual'),
  given: wordSet('specified provided stated indicated entered supplied chosen set'),
  howSized: wordSet('long much large big high great'),
  is: copulas,
  longest: wordSet('longest largest biggest highest heaviest tallest oldest'),
  now: phraseList("today;today's date;today’s date;the current day;the current date;now"),
  number: wordSet('one two three four no'),
  past: wordSet('last past previous'),
  present: wordSet('current this ongoing running present'),
  ranging: wordSet('starting ranging going sorted ordered'),
  search: wordSet('use using do perform match matching search compare filter with'),
  shortest: wordSet('shortest smallest lowest lightest youngest'),
  show: wordSet('return show give list display include report provide'),
  spend: wordSet('spend spent pay paid cost earn earned'),
  unit: calendarUnits,
  usually: wordSet('usually typically normally generally'),
  worst: wordSet('worst lowest bottom smallest least'),
}

const raw = String.raw

/**
 * Phrasings that are put in plainer words before a question is read: the source of a regular expression, what stands in its place, and flags other than "gi". Among
 * them is what people add for a machine and what goes without saying, which is left out. They are applied in this order. `{end}` is the end of the question.
 */
export const rewrites: [pattern: string, plain: string, flags?: string][] = [
  // The window is then counted from today's date, not in whole periods.
  [raw`\b({past} \w+ (?:months?|quarters?|years?))(?=[^.?]*?\binclu(?:sive of|ding) {now})`, '$1 to date'],
  [raw`,? ?\(?\b(?:both )?inclu(?:sive of|ding) {now}\)?`, ''],
  [raw`,? ?\(?\b(?:both )?(?:dates )?inclusive\)?(?! of)`, ''],
  [
    raw`\b(?:the )?({past}) (\w+) (?:calendar |full |whole |complete |iso )?(weeks|months|quarters|years)\b(?=[^.?]*?\b{excluding} (?:the |this )?{present} ({unit}))`,
    '$1 $2 whole $3',
  ],
  [raw`\b({past} (?:\w+ )?(?:whole )?(?:iso )?({unit})s?\b[^.?]*?),? ?\(?{excluding} (?:the |this )?{current} \2\b\)?`, '$1'],
  // "Inclusive of 90 days ago" says of a window of the last 90 days that its first day counts.
  [raw`,? ?\(?\binclusive of \w+ {unit}s? ago\)?`, ''],
  // What someone has given is filled in.
  [raw`\b(ha(?:ve|s|d))(?: not|n['’]t) {given} (?:an?|any|their) `, '$1 no '],
  [raw`\b(ha(?:ve|s|d)) {given} (?=(?:an?|any|their) )`, '$1 '],
  [raw` ?\(based on [^)]*\)|,? \bbased on joining [^.?]*`, ''],
  [raw`,? (?:and|along with|with) (?:their (?:respective |corresponding )?|the (?:respective|corresponding) )counts?(?={end}|[.?] )`, ' and the count of each'],
  [raw`\btop (?=(?:\d+|two|three|four|five|ten) (?:most|least|best) )`, ''],
  [raw`^how (?:does|do|did) (.+?) (?:vary|differ) (?:across|by|between|among) (?:the )?(?:different |various )?`, '$1 by '],
  [raw`\bthe ((?:\w+ )?\w+) of (all [\w ]+?) (?:combined|put together|taken together)\b`, 'the total $1 of $2'],
  [raw` divided by `, ' / '],
  [raw`\bhow much money\b`, 'how much'],
  [raw`(?<=\b(?:have|has|had|with|having|\w+ed|own|owns|made|took|taken|won|bought) )multiple (?=\w+s\b)`, 'more than one '],
  [raw`\b(?:who )?(?:ha(?:ve|s) )?(?:work(?:s|ed|ing)?|serv(?:e|es|ed|ing)|been (?:employed|working|serving)) (?:the |for the )?longest\b`, 'hired earliest'],
  [raw`\blongest[- ](?:serving|working|employed|tenured) (?=\w)`, 'earliest hired '],
  [raw`\b(?:the )?(\w+(?: \w+)?) of the ({longest}) and (?:the )?({shortest}) ((?:\w+ )?\w+?)(?: in \w+s)?(?={end})`, 'the maximum and the minimum $1 of $4'],
  [raw`\b(number|count) of total (?=\w)`, '$1 of '],
  [raw`,? and how many (\w+(?: \w+)?) {doOrHave} (?:they|it|he|she|each(?: of them| one)?)(?: each)?(?: \w+)?(?={end})`, ' and the number of $1'],
  [raw`\b(?:makes? up|forms?|constitutes?|is|are) the majority of\b`, 'is the most common among'],
  [raw` (?:on (?:file|record)|ever before)\b`, ''],
  [raw`(?<=\b(?:never|not|\w+n['’]t|ever)\b.*) before(?={end})`, ''],
  [raw`\b(first|last) ever\b`, '$1'],
  [raw` multiplied (?:by|with) `, ' * '],
  [raw`\biso week`, 'week'],
  [raw`\b(loan(?:s|ed)?|lends?|lent|lending|borrow(?:s|ed)?|donat(?:es|ed)) (?:any |some )?money\b`, '$1'],
  [
    raw`\b(?:the )?(week|month|quarter|year)ly trends? (?:of|in|for) (?:the )?([\w ]+?)(?= (?:in|for|during|since|over|between|from|by)\b|[?.!,]|$)`,
    '$2 by $1',
  ],
  [raw`^(?:are|were) there more ((?:[\w'-]+ )+(?:in|on|from|at|for|with|by|of) .+) or `, 'compare the number of $1 and '],
  [
    raw`\bhow (?:long|many (days|hours|minutes)) (?:do|does|did|will|would) it (?:{usually} )?take(?: us)?(?:,? on average,?)?(?: until| before)? to\b`,
    'what is the average $1 time to',
  ],
  [
    raw`^how long {do} (?:an? |the |our |each |every )?([\w ]+?) (?:{usually} )?(?:take|last)(?: on average| usually)?(?=[?.]*$)`,
    'what is the average duration of $1',
  ],
  [
    raw`^an? (\w+) (?:is|counts as)(?: considered)? (\w+) (?:if|when) it (?:is|was|has been) ([^.]+)\. (.*?)(?:(?:that |which )?\b{is} \2|\b\2 (\1s?))\b`,
    '$4$5 that were $3',
  ],
  [raw`\bpast (?=(?:its|their|the) (?:\w+ )?(?:date|deadline)\b)`, 'after '],
  [raw`\bin the whole of\b`, 'in'],
  [raw`\b(?:which|what) (\w+(?: of the \w+)?) {is} (?:the |our )?(busiest|quietest)\b`, 'the $2 $1'],
  [raw`\bpeak (?=(?:{unit}|hour|weekday)\b)`, 'busiest '],
  [
    raw`^((?:and |so |but )?)what ({doOrHave}) (.+?) ({spend})(?: in total| altogether| overall| in all)?(?={end}| (?:in|during|since|last|this|between) )`,
    '$1how much $2 $3 $4',
  ],
  [
    raw`,? ?(?:and )?\bround(?:ed|ing)?(?: (?:it|them|off|the (?:answer|results?|values?)|your answer))*(?: (?:up|down))? to (?:the nearest )?(?:(?:(?:\d+|{number}) )?(?:decimals?|digits?|places)(?: (?:places?|points?|digits?))?|integer|whole number|cent)\b`,
    '',
  ],
  [raw`,? ?(?:and )?\b(?:to|with) (?:\d+|one|two|three) decimals?(?: places?)?\b`, ''],
  [
    raw`,? ?(?:(?:and )?\b(?:please )?{express} (?:me )?(?:the |your |it |each |all |this |its |their |\w+ )?(?:answers?|results?|values?|numbers?|it)? ?)?\b(?:as|in) (?:an? )?(?:integers?|whole numbers?|decimals?|floats?|percentages?|numbers?)(?: (?:values?|form|format))?\b(?! of)`,
    '',
  ],
  [raw`\b(and|return|show|give) the ({unit}|date) as a (?:date|string|text)\b`, '$1 the $2'],
  [raw` ?\(?\bas a date\b\)?`, ''],
  [raw`[,.;]? ?\(?\b(?:(?:please )?{search}\w* [^.?,;]{0,40}?)?\b(?:a )?case[- ]?insensitiv\w*(?: (?:match\w*|search|comparison|manner|way))?\)?`, ''],
  [
    raw`,? ?\(?\b(?:ignor\w+|regardless of|disregarding|irrespective of|without regard to) (?:the )?(?:case|capitali[sz]ation|casing|letter case|upper and lower case)\b\)?`,
    '',
  ],
  [raw`[,.;]? ?(?:and )?\b(?:match|allow)\w* (?:for )?(?:partial matches|with wildcards?)\b(?: using [^.?]*)?`, ''],
  [raw`,? ?\b(?:by|with|using|via|through) (?:doing |performing |using )?an? (?:left|right|inner|outer|full)(?: outer)? join\b[^.?,]*`, ''],
  [raw`\b({show})( me)? both\b`, '$1$2'],
  [raw`,? ?\bstarting (?:from|with|at) the top\b`, ''],
  [raw`\b{ranging} (?:from|with) (?:the )?{best} ([\w ]+?) to (?:the )?{worst}\b`, 'ordered by $1 descending'],
  [raw`\b{ranging} (?:from|with) (?:the )?{worst} ([\w ]+?) to (?:the )?{best}\b`, 'ordered by $1 ascending'],
  [
    raw`,? ?\b(?:in the database|in (?:our|the|your) records?|in the results|so far|until now|for me|if any|if available|give (?:me )?the answer|convert to|(?:filter|update) (?:this|the) list to)\b`,
    '',
  ],
  [raw` ?\byet\b`, ''],
  [raw`\bnot only (.+?),? but also\b`, 'both $1 and'],
  [raw`\b(each|every|per|by) (day|week|month|quarter) of (?=(?:19|20)\d\d\b)`, '$1 $2 in '],
  [raw`\btotal ({frequency}) `, '$1 total '],
  [raw`\b(?:best|top)[- ]selling (?=[\w ]+? (?:by|in terms of|based on)\b)`, ''],
  [raw`\b({client})(s? sign-?ups?\b.*?\b(?:total|number of)) sign-?ups?\b`, '$1$2 $1s'],
  [raw`\b({client})s? sign-?ups?\b`, '$1s'],
  [raw`\bhow old {is} (?:the |an? )?average (?=\w)`, 'what is the average age of the '],
  [raw`\bhow old {is} ([\w ]+?),? on average\b`, 'what is the average age of $1'],
  [raw`\b(?:in|within) (?:the |a )?range (?:of |from |between )?(\$?\d[\d,.]*) (?:and|to) (?=\$?\d)`, 'between $1 and '],
  [
    raw`\bhow much {doOrHave} ([\w ]+? of (?:each|every) [\w ]+?) (?:earn(?:ed)?|make|made)(?={end}| (?:in|during|since|from|between|across) )`,
    'what are the total earnings of $1',
  ],
  [raw`\bon average,? how much {is} (?:earned|made) by (?=[\w ]+ of (?:each|every)\b)`, 'what are the average earnings of '],
  [raw`\bhow much {is} (?:earned|made) by (?=[\w ]+ of (?:each|every)\b)`, 'what are the total earnings of '],
  // What the first of a rank have is told beside them.
  [raw`(?<=\b(?:top|bottom) \w+ .*),? and how (?:many|much) {do} (?:they|it|each)(?: each)? have(?=[?.,]|$| (?:in|with|as|by|using) )`, ''],
  [raw`,? and (?:what (?:are|is) |list |show )?the names? of the ((?:top|bottom) \w+)(?=[?.,]|$| (?:in|with|as|by|using) )`, ', $1'],
  // A capital behind "but" begins the name of what is left out.
  [raw`\b([Aa]ll|[Ee]very) ([\w ]{0,40}?)but (?=those\b|these\b|the ones\b|['"“‘\p{Lu}])`, '$1 $2except ', 'gu'],
  [raw`\bhow {howSized} {is} (?=the {aggregate}\b)`, 'what is '],
  [raw`\bbetween (\d[\d,.]*) to (?=\d)`, 'between $1 and '],
  [raw`\b(?:in charge|tak(?:es?|ing) care) of\b`, 'handling'],
  [raw`\b(?:{is} )?(?:an? )?part of\b`, 'of'],
  [raw`\bin of\b`, 'in'],
  // "(in euros)" says which of several prices is meant.
  [raw`\((in \w+)\)`, '$1'],
  [raw`\bhow many ([\w ]+?),? on average,? {do} (?:an?|each|every) (\w+) \w+\b`, 'what is the average number of $1 per $2'],
  [raw`\bhow many ([\w ]+?) {do} (?:an?|each|every) (\w+) \w+ on average\b`, 'what is the average number of $1 per $2'],
  // Those with and those without are the groups of what tells them apart.
  [
    raw`\bhow many ([\w ]+?) (?:have|has|with|are|were|is) (?:an? |any )?([\w -]+?),? and how many (?:of them )?(?:do not|don['’]t|does not|doesn['’]t|are not|aren['’]t|were not|weren['’]t|is not|without(?: (?:an? |any )?\2)?)(?: are there| exist)?(?=[?.]|$)`,
    'number of $1 by $2',
  ],
  [raw` (?:are|is) {classified} (?:that way|this way|like that|so|as such)\b`, ' are there'],
]
