import type { ParserDialect } from './generic-parser.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(/\s+/).filter(Boolean))

/** Functions over values alone, in lower case; the same rule as everywhere: no file, setting, variable, catalog, lock, other session, or wait. */
const mysql = words(`
  count sum avg min max std stddev stddev_pop stddev_samp var_pop var_samp variance bit_and bit_or bit_xor group_concat any_value json_arrayagg json_objectagg grouping median
  percentile_cont percentile_disc row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor greatest least ln log log10 log2 mod oct pi pow power radians rand round sign sin sqrt tan truncate bin bit_count
  ascii bit_length char char_length character_length chr concat concat_ws elt export_set field find_in_set format from_base64 hex insert instr lcase left length lengthb locate lower lpad
  ltrim make_set mid octet_length ord position quote regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right rpad rtrim soundex space strcmp substr substring
  substring_index to_base64 to_char trim ucase unhex upper md5 sha sha1 sha2 natural_sort_key
  adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date date_add date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear extract
  from_days from_unixtime get_format hour last_day localtime localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time second
  str_to_date subdate subtime sysdate time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_days to_seconds unix_timestamp utc_date utc_time utc_timestamp week
  weekday weekofyear year yearweek add_months months_between
  if ifnull isnull nullif coalesce nvl nvl2 decode_oracle interval cast convert values
  json_array json_array_append json_array_insert json_compact json_contains json_contains_path json_depth json_detailed json_exists json_extract json_insert json_keys json_length json_loose
  json_merge_patch json_merge_preserve json_object json_overlaps json_pretty json_query json_quote json_remove json_replace json_search json_set json_type json_unquote json_valid json_value
  inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv6 uuid`)

const sqlite = words(`
  abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim max min nullif octet_length printf quote random
  replace round rtrim sign soundex substr substring trim typeof unhex unicode unlikely upper acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10
  log2 mod pi pow power radians sin sinh sqrt tan tanh trunc current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch avg count cume_dist
  dense_rank first_value group_concat lag last_value lead median nth_value ntile percent_rank percentile percentile_cont percentile_disc rank row_number string_agg sum total json
  json_array json_array_length json_extract json_group_array json_group_object json_object json_patch json_quote json_remove json_type json_valid`)

const clickhouseAggregates = words(`
  count sum avg min max any anyLast anyHeavy argMin argMax avgWeighted corr covarPop covarSamp deltaSum entropy groupArray groupArraySample groupBitAnd groupBitOr groupBitXor groupUniqArray
  kurtPop kurtSamp median medianExact quantile quantileExact quantileExactWeighted quantileTDigest quantileTiming quantiles quantilesExact quantilesTDigest simpleLinearRegression skewPop skewSamp
  stddevPop stddevSamp stddev_pop stddev_samp stddev sumCount sumKahan sumMap minMap maxMap sumWithOverflow topK topKWeighted uniq uniqCombined uniqCombined64 uniqExact uniqHLL12 uniqTheta varPop varSamp
  var_pop var_samp first_value last_value any_value group_concat groupConcat retention windowFunnel sequenceMatch sequenceCount boundingRatio categoricalInformationValue exponentialMovingAverage`)

const clickhouse = words(`
  row_number rank dense_rank percent_rank cume_dist ntile lag lead lagInFrame leadInFrame nth_value nonNegativeDerivative grouping
  plus minus multiply divide intDiv intDivOrZero modulo mod positiveModulo negate abs gcd lcm max2 min2 equals notEquals less greater lessOrEquals greaterOrEquals and or xor not
  exp exp2 exp10 log log2 log10 ln sqrt cbrt pow power sin cos tan asin acos atan atan2 sinh cosh tanh degrees radians pi e sign round floor ceil ceiling trunc truncate roundBankers roundToExp2 rand
  rand32 rand64 randUniform factorial greatest least width_bucket erf erfc lgamma tgamma hypot log1p
  length empty notEmpty lower upper lowerUTF8 upperUTF8 lcase ucase reverse reverseUTF8 concat concatWithSeparator concat_ws substring substr mid substringUTF8 trim ltrim rtrim trimLeft trimRight trimBoth
  leftPad rightPad lpad rpad left right leftUTF8 rightUTF8 startsWith endsWith position positionCaseInsensitive positionUTF8 locate like notLike ilike notILike match extract extractAll multiSearchAny
  replace replaceAll replaceOne replaceRegexpAll replaceRegexpOne splitByChar splitByString splitByRegexp arrayStringConcat format formatReadableSize formatReadableQuantity repeat space char ascii
  lengthUTF8 char_length character_length hex unhex bin base64Encode base64Decode MD5 SHA1 SHA256 cityHash64 sipHash64 xxHash64 initcap countSubstrings hasToken ngrams tokens toValidUTF8 isValidUTF8
  domain domainWithoutWWW topLevelDomain protocol path URLHash cutQueryString extractURLParameter soundex substringIndex translate
  toInt8 toInt16 toInt32 toInt64 toUInt8 toUInt16 toUInt32 toUInt64 toFloat32 toFloat64 toDecimal32 toDecimal64 toDecimal128 toString toFixedString toBool toDate toDate32 toDateTime toDateTime64 toUUID
  toInt32OrNull toInt64OrNull toUInt32OrNull toUInt64OrNull toFloat64OrNull toDateOrNull toDateTimeOrNull toInt32OrZero toInt64OrZero toFloat64OrZero toDateOrZero toDateTimeOrZero toNullable assumeNotNull
  accurateCast accurateCastOrNull cast parseDateTime parseDateTimeBestEffort parseDateTimeBestEffortOrNull reinterpretAsInt64 toTypeName toLowCardinality
  now now64 today yesterday toYear toQuarter toMonth toDayOfYear toDayOfMonth toDayOfWeek toHour toMinute toSecond toUnixTimestamp toStartOfYear toStartOfQuarter toStartOfMonth toStartOfWeek toMonday toStartOfDay
  toStartOfHour toStartOfMinute toStartOfSecond toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes toStartOfInterval toLastDayOfMonth toISOYear toISOWeek toWeek toYearWeek toYYYYMM toYYYYMMDD
  toYYYYMMDDhhmmss dateDiff date_diff timestampdiff dateAdd date_add dateSub date_sub addYears addQuarters addMonths addWeeks addDays addHours addMinutes addSeconds subtractYears subtractQuarters subtractMonths
  subtractWeeks subtractDays subtractHours subtractMinutes subtractSeconds dateTrunc date_trunc dateName monthName formatDateTime toTimeZone timeZone timeSlot year quarter month day dayofmonth dayofweek dayofyear
  hour minute second week date timestamp makeDate makeDateTime fromUnixTimestamp fromUnixTimestamp64Milli age toIntervalDay toIntervalMonth toIntervalYear toIntervalHour toIntervalWeek toIntervalMinute
  toIntervalSecond toIntervalQuarter current_date current_timestamp curdate last_day
  if multiIf ifNull nullIf coalesce isNull isNotNull isNaN isFinite isInfinite isZeroOrNull
  array range arrayConcat arrayElement has hasAll hasAny hasSubstr indexOf arrayCount countEqual arrayEnumerate arrayEnumerateUniq arrayPopBack arrayPopFront arrayPushBack arrayPushFront arrayResize arraySlice
  arraySort arrayReverseSort arrayUniq arrayDifference arrayDistinct arrayIntersect arrayReduce arrayReverse arrayFlatten arrayCompact arrayZip arrayMap arrayFilter arrayFill arraySplit arrayFirst arrayLast
  arrayFirstIndex arrayExists arrayAll arrayMin arrayMax arraySum arrayAvg arrayCumSum arrayProduct arrayJoin emptyArrayString arrayWithConstant
  tuple tupleElement untuple map mapKeys mapValues mapContains mapAdd mapSubtract mapFromArrays
  JSONExtract JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool JSONExtractRaw JSONExtractKeys JSONExtractArrayRaw JSONExtractKeysAndValues JSONHas JSONLength JSONType JSON_VALUE
  JSON_QUERY JSON_EXISTS simpleJSONExtractString simpleJSONExtractInt simpleJSONExtractFloat simpleJSONHas visitParamExtractString isValidJSON toJSONString
  bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitCount bitTest geoDistance greatCircleDistance pointInPolygon IPv4NumToString IPv4StringToNum toIPv4 toIPv6 generateUUIDv4
  runningDifference transform finalizeAggregation`)

/** What turns a ClickHouse aggregate into another. */
const COMBINATORS = /(if|array|ornull|ordefault|distinct|map|foreach|state|merge)$/

export function isFunction(dialect: ParserDialect, name: string): boolean {
  const lower = name.toLowerCase()
  if (dialect === 'mysql') return mysql.has(lower)
  if (dialect === 'sqlite') return sqlite.has(lower)
  if (clickhouse.has(lower)) return true
  for (let base = lower; ; base = base.replace(COMBINATORS, '')) {
    if (clickhouseAggregates.has(base)) return true
    if (!COMBINATORS.test(base)) return false
  }
}

const tableFunctions: Record<ParserDialect, ReadonlySet<string>> = {
  mysql: new Set(),
  sqlite: new Set(['json_each', 'json_tree']),
  clickhouse: new Set(['numbers']),
}

/** Functions a FROM clause may name: they make rows out of their own arguments. */
export const isTableFunction = (dialect: ParserDialect, name: string): boolean => tableFunctions[dialect].has(name.toLowerCase())
