import type { TimeMention } from '#domain/analyst/language/time.ts'
import type { VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import type { TradeRatio } from '#domain/analyst/lexicon/english/business/trade-ratios.ts'
import type { Layer, LayerColumn, LayerMeasure, LayerTable } from '#domain/semantics/layer.ts'
import type { Aggregate, Arithmetic, Filter, Grain, HavingCondition } from '#domain/semantics/semantic-query.ts'
import type { SuperlativeSense } from '../lexicon/english/meanings/superlatives.ts'
import type { Recurring } from '../lexicon/english/times/recurring.ts'

/** A column of a table. */
export type Ref = { table: LayerTable; column: LayerColumn }

/** A figure of the data, before it is a measure of a query. Its filters hold for it alone. */
export type Figure = { filters?: Filter[]; isGuess?: boolean } /** `isBare` where no word asks how many, `isCounted` where "number of" does. */ & (
  | { kind: 'rows'; table: LayerTable; isBare?: true; isCounted?: true }
  | { kind: 'column'; ref: Ref; aggregate: Aggregate | null; grain?: Grain; isBare?: true }
  /** How many days, months there are of something. */
  | { kind: 'periods'; grain: Grain }
  | { kind: 'formula'; table: LayerTable; expression: Arithmetic; aggregate: Aggregate }
  | { kind: 'named'; measure: LayerMeasure }
  /** `isLowGood` where the best is the lowest: a cost per click. */
  | { kind: 'ratio'; numerator: Figure; denominator: Figure; percent?: boolean; isLowGood?: true }
  /** The main figure of the data, found when the rest of the question is known. */
  | { kind: 'sense'; sense: VerbSense; aggregate: Aggregate | null; isEarned?: true; isBuying?: true }
  /** The time from the beginning to the end of what a row tells of, and since a birth. */
  | { kind: 'duration'; aggregate: Aggregate | null; span?: Span }
  | { kind: 'age'; aggregate: Aggregate | null }
  /** How large a part of the rows was late or on time, and by how much they were late on average. */
  | { kind: 'lateness'; late: Late; tells: 'rate' | 'days' | 'hours' | 'minutes'; of?: LayerTable }
)

/** What a question says of a length of time: the word for its end, or two dates, what lasts and how it is called, and in which unit it is told; `isTillNow` where it has not ended. */
export type Span = { said?: string; name?: string; between?: [Ref, Ref]; of?: LayerTable; to?: Ref; unit?: SpanUnit; isTillNow?: true }
export type SpanUnit = 'day' | 'hour' | 'minute' | 'week' | 'month' | 'year'

/** Done after or by the day that was set, or not yet though that has passed; `said` is the word for what was done. */
export type Late = { state: 'late' | 'timely' | 'open'; said: string | null }

/** What figures are split by, or what is ranked: a column, a stretch of time, or the rows of a table. */
export type Group =
  | { kind: 'column'; ref: Ref }
  | { kind: 'rows'; table: LayerTable }
  | { kind: 'time'; grain: Grain; ref: Ref | null; isTrend?: true }
  /** Steps of numbers; as wide as the question says, or as suits them. */
  | { kind: 'bin'; ref: Ref; width: number | null }

/** A condition whose column may still be open: a period without a date column. */
export type Condition =
  /** `of`: the value, in the plural, names rows of a table by their kind: dogs. */
  /** `isStanding`: the state that rows are in; `isMoved`: each going and coming is a row, whatever went. */
  | { kind: 'filter'; filter: Filter; tables: string[]; of?: LayerTable; isStanding?: true; isMoved?: true }
  | { kind: 'period'; time: TimeMention }
  /** What a date column tells of has happened: hired, left. Periods are meant along that date. */
  | { kind: 'event'; ref: Ref; isMoved?: true }
  /** What has begun has not ended; loose where it may have no end at all. */
  | { kind: 'open'; isLoose?: true }
  /** What was to be done by then was not. */
  | { kind: 'overdue'; ref: Ref }
  /** Late or on time, by two dates of the rows. */
  | { kind: 'late'; late: Late }
  /** Born so many years ago, or not so many. */
  | { kind: 'aged'; ref: Ref; isOlder: boolean; years: number }
  /** A part of time that comes again: Sundays, hours of the night, summers. */
  | { kind: 'cyclic'; grain: Grain; from: number; to: number }
  /** What began so long ago, or not so long, and has not ended. */
  | { kind: 'since'; isLonger: boolean; isInclusive?: true; count: number; unit: string }

export type Bound = { operator: HavingCondition['operator']; value: number }

/** What is asked besides of the row that leads a ranking. */
export type Also = 'when' | 'where' | 'who' | 'much' | Ref

/** What one phrase of a question adds to the query that answers it. */
export type Fragment = {
  figures?: Figure[]
  groups?: Group[]
  conditions?: Condition[]
  rank?: { sense: SuperlativeSense; count: number | null; target: Group | null; figure: Figure | null }
  having?: { figure: Figure; bound: Bound }
  /** How many of a ranking are told, where that is said apart. */
  first?: number
  derive?: 'share' | 'running' | 'change'
  /** How the figures of the question are put together, said apart from them. */
  aggregate?: Aggregate
  /** Parts set beside each other: periods, or conditions on one column. */
  compared?: Condition[]
  /** The share of rows or of a figure that conditions leave. */
  part?: { figure: Figure; conditions: Condition[] }
  /** The figure of which the conditions of the question leave a part. */
  portion?: Figure
  /** Rows of a table that have no row of another. */
  absent?: { of: LayerTable; without: LayerTable }
  /** The same, of the rows that the rest of the question asks for; a table is null where a verb, which may be `said`, tells which. */
  lacking?: { of: LayerTable | null; filter: Filter | null; said?: string }
  also?: Also[]
  /** What is compared where no figure is named: "warmer". */
  by?: SuperlativeSense
  /** Which end of the figures comes first. */
  sorted?: 'asc' | 'desc'
  /** Which end comes first is told by what is good: "worst first". */
  judged?: true
  /** How wide the steps are that numbers are put into; 0 where what suits them is meant. */
  step?: number
  /** `whose` asks for people by what is theirs, `people` how many of them there are, whoever they are; `once` lists what is told by several rows once, `deed` ranks by what was done. */
  shape?: 'deed' | 'once' | 'count' | 'who' | 'people' | 'whose' | 'when' | 'where' | 'list' | 'plural' | 'compare' | 'grow' | 'change' | 'sold'
}

/** Some words of a question and what they may mean, alone or together. `link` is how surely the data is meant, 0 to 1; `isOwn` marks what a form made of them that the readers do not know. */
export type Edge = { from: number; to: number; category: string; weight: number; link: number; text: string; isUnverified?: boolean; isOwn?: true } & {
  payload: Payload
}

export type Payload =
  | { is: 'word'; lemma: string }
  /** `isMoney` where a currency is said with it, `isTimes` of once and twice. */
  | { is: 'number'; value: number; isMoney?: true; isTimes?: true }
  | { is: 'table'; table: LayerTable }
  | { is: 'column'; ref: Ref }
  | { is: 'measure'; measure: LayerMeasure }
  /** `isListed` where the column holds lists, of which this is one entry; `isKind` where it is what several values have in common, `isDenied` where all others are meant. */
  | { is: 'value'; ref: Ref; value: string; isUnverified?: boolean; isListed?: true; isKind?: true; isDenied?: true }
  | { is: 'period'; time: TimeMention }
  | { is: 'grain'; grain: Grain }
  /** A past form of any verb, by its present where that is irregular. */
  | { is: 'done'; word: string }
  | { is: 'aggregate'; aggregate: Aggregate }
  | { is: 'superlative'; sense: SuperlativeSense }
  | { is: 'bound-word'; operator: HavingCondition['operator'] }
  | { is: 'verb'; sense: VerbSense }
  | { is: 'trade-ratio'; ratio: TradeRatio }
  | { is: 'clock'; hour: number }
  | { is: 'recurring'; time: Recurring }
  | { is: 'bound'; bound: Bound; isMoney?: true; isTimes?: true }
  | { is: 'figure'; figure: Figure }
  | { is: 'group'; group: Group }
  | { is: 'condition'; condition: Condition }
  | { is: 'fragment'; fragment: Fragment }

/** What rules may know of the data besides the words. */
export type Sight = { layer: Layer; today?: string }
