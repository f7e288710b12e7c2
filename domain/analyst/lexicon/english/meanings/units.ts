import { wordList, wordSet } from '../forms/word-set.ts'

/** A unit of measure: the words and symbols for it, its plural last, and how many of the base unit of its kind it is. */
export type Unit = { words: readonly string[]; factor: number }

/** Units by what they measure. */
export const unitKinds: readonly (readonly Unit[])[] = [
  // Time, in seconds
  [unit(0.001, 'ms millisecond milliseconds'), unit(1, 's sec second seconds'), unit(60, 'min mins minute minutes'), unit(3600, 'h hour hours')],
  // Data, in bytes
  [unit(1, 'b byte bytes'), unit(1e3, 'kb kilobyte kilobytes'), unit(1e6, 'mb megabyte megabytes'), unit(1e9, 'gb gigabyte gigabytes')],
  // Length, in metres
  [
    unit(0.001, 'mm millimeter millimeters'),
    unit(0.01, 'cm centimeter centimeters'),
    unit(1, 'm meter meters'),
    unit(1000, 'km kilometer kilometers'),
    unit(1609.344, 'mi mile miles'),
    unit(0.3048, 'ft foot feet'),
    unit(0.0254, 'in inch inches'),
  ],
  // Mass, in kilograms
  [unit(0.001, 'g gram grams'), unit(1, 'kg kilogram kilograms'), unit(0.45359237, 'lb lbs pound pounds')],
]

/** Units behind a number, or behind "in" or "square": they say what the number counts. */
export const numberUnits = wordSet(
  `square usd eur dollars dollar euros miles mile km kilometers meters feet kg pounds lbs percent years hours minutes seconds days million millions mm cm mph kph`,
)

/** Units with words of labels of what is measured in them, where nothing else says it. */
export const measuredIn: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['degrees degree celsius fahrenheit', 'temperature temp tmax tmin'],
    ['mm millimetres millimeters', 'rainfall rain precipitation snowfall level'],
    ['knots kph mph', 'gust wind speed'],
    ['kg kilos kilograms lbs pounds tonnes tons', 'weight mass load'],
    ['km kilometres kilometers miles', 'distance mileage odometer'],
    ['litres liters gallons', 'volume fuel quantity'],
    ['kwh mwh', 'consumption usage energy production'],
  ].flatMap(([units = '', labels = '']) => wordList(units).map((word): [string, readonly string[]] => [word, wordList(labels)])),
)

function unit(factor: number, words: string): Unit {
  return { words: wordList(words), factor }
}
