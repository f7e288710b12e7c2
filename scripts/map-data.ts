import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as vega from 'vega'

const require = createRequire(import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(require.resolve(name), 'utf8'))

type Shape = { id?: string; properties: { name: string }; geometry: unknown }
type Point = [number, number]
type Context = { beginPath(): void; moveTo(x: number, y: number): void; lineTo(x: number, y: number): void; closePath(): void; arc(): void }
type Path = { (shape: unknown): void; context(context: Context): Path; centroid(shape: unknown): Point; area(shape: unknown): number }
type Projection = { path: Path & { projection?: unknown }; fitExtent(extent: [Point, Point], shape: unknown): void }
type Names = {
  getName(code: string, language: string, options?: { select: 'all' }): string | string[] | undefined
  numericToAlpha2(id: string): string
  alpha2ToAlpha3(code: string): string
}

/** A place as the maps hold it: its names and codes, its outline in whole steps of the map, or where its dot stands. */
type Place = { names: string[]; outline: string | null; at: Point }

const featuresOf = (topology: unknown, feature: string): Shape[] => vega.read(topology as never, { type: 'topojson', feature } as never) as never

const WIDTH = 2_000
/** Seen from far, what is smaller than this many square steps is a dot. */
const DOT = 12
const ANTARCTICA = '010'

/** What the atlas and ISO call otherwise than people do. */
const ALSO: Record<string, string[]> = {
  GB: ['UK', 'Great Britain', 'Großbritannien'],
  US: ['USA', 'United States', 'Vereinigte Staaten', 'U.S.', 'U.S.A.'],
  AE: ['UAE', 'VAE', 'Emirates'],
  KR: ['South Korea', 'Republic of Korea', 'Südkorea'],
  KP: ['North Korea', 'Nordkorea', 'DPRK'],
  RU: ['Russia', 'Russian Federation', 'Russland'],
  CZ: ['Czechia', 'Czech Republic', 'Tschechien'],
  NL: ['Netherlands', 'Holland', 'The Netherlands'],
  CI: ['Ivory Coast', "Cote d'Ivoire"],
  MM: ['Burma', 'Myanmar'],
  SZ: ['Swaziland', 'Eswatini'],
  MK: ['Macedonia', 'North Macedonia', 'Mazedonien'],
  CV: ['Cape Verde', 'Cabo Verde'],
  CD: ['DR Congo', 'DRC', 'Democratic Republic of the Congo', 'Congo-Kinshasa'],
  CG: ['Congo', 'Kongo', 'Republic of the Congo', 'Congo-Brazzaville'],
  VA: ['Vatican', 'Holy See'],
  TR: ['Turkey', 'Türkiye'],
  VN: ['Vietnam', 'Viet Nam'],
  LA: ['Laos'],
  SY: ['Syria'],
  IR: ['Iran'],
  BO: ['Bolivia'],
  VE: ['Venezuela'],
  TZ: ['Tanzania'],
  MD: ['Moldova', 'Moldawien'],
  BN: ['Brunei'],
  PS: ['Palestine'],
  TW: ['Taiwan'],
  HK: ['Hong Kong', 'Hongkong'],
  MO: ['Macau', 'Macao'],
  BY: ['Belarus', 'Weißrussland'],
  XK: ['Kosovo', 'XKX'],
}

const STATES =
  'AL 01 AK 02 AZ 04 AR 05 CA 06 CO 08 CT 09 DE 10 DC 11 FL 12 GA 13 HI 15 ID 16 IL 17 IN 18 IA 19 KS 20 KY 21 LA 22 ME 23 MD 24 MA 25 MI 26 MN 27 MS 28 MO 29 MT 30 NE 31 NV 32 NH 33 NJ 34 NM 35 NY 36 NC 37 ND 38 OH 39 OK 40 OR 41 PA 42 RI 44 SC 45 SD 46 TN 47 TX 48 UT 49 VT 50 VA 51 WA 53 WV 54 WI 55 WY 56'

/** The countries of the world, without Antarctica, on an equal-area map: what the coarse atlas leaves out stands as dots where the finer one has it. */
export function worldMap(): string {
  const coarse = featuresOf(read('world-atlas/countries-110m.json'), 'countries').filter(({ id }) => id !== ANTARCTICA)
  const fine = featuresOf(read('world-atlas/countries-50m.json'), 'countries')
  const { path, projection } = project('equalEarth')
  projection.fitExtent(
    [
      [0, 0],
      [WIDTH, WIDTH],
    ],
    { type: 'FeatureCollection', features: coarse },
  )
  const names = countryNames()
  const drawn = new Set(coarse.map(({ properties }) => properties.name))
  const dots = fine.filter(({ id, properties }) => id !== ANTARCTICA && !drawn.has(properties.name) && !coarse.some((one) => one.id === id && id !== undefined))
  const places = [
    ...coarse.map((shape) => placeOf(path, shape, names(shape))),
    ...dots.map((shape) => ({ ...placeOf(path, shape, names(shape)), outline: null })),
  ]
  return moduleOf('WORLD', 'world-atlas: Natural Earth, public domain', places)
}

/** The states of the USA on the usual map, with Alaska and Hawaii beside the others. */
export function statesMap(): string {
  const codes = new Map<string, string>()
  const parts = STATES.split(' ')
  for (let at = 0; at < parts.length; at += 2) codes.set(parts[at + 1] ?? '', parts[at] ?? '')
  const states = featuresOf(read('us-atlas/states-albers-10m.json'), 'states').filter(({ id }) => codes.has(id ?? ''))
  const { path, projection } = project('identity')
  projection.fitExtent(
    [
      [0, 0],
      [WIDTH, WIDTH],
    ],
    { type: 'FeatureCollection', features: states },
  )
  return moduleOf(
    'STATES',
    'us-atlas: United States Census Bureau, public domain',
    states.map((shape) => placeOf(path, shape, [shape.properties.name, codes.get(shape.id ?? '') ?? '', `US-${codes.get(shape.id ?? '')}`])),
  )
}

function project(name: string): { path: Path; projection: Projection } {
  const projection = (vega as unknown as { projection(name: string): () => Projection }).projection(name)()
  return { path: projection.path, projection }
}

function countryNames(): (shape: Shape) => string[] {
  const iso = require('i18n-iso-countries') as Names
  return ({ id, properties }) => {
    const code = id === undefined ? (properties.name === 'Kosovo' ? 'XK' : undefined) : iso.numericToAlpha2(id)
    if (code === undefined) return [properties.name]
    const said = ['en', 'de'].flatMap((language) => iso.getName(code, language, { select: 'all' }) ?? [])
    const others = new Set(Object.entries(ALSO).flatMap(([other, names]) => (other === code ? [] : names)))
    const names = [properties.name, ...said, ...(ALSO[code] ?? []), code, iso.alpha2ToAlpha3(code), id ?? '']
    // Two Congos, two Koreas: the plain name is that of one.
    const told = names.filter((name) => name && !others.has(name))
    return told.filter((name, at) => told.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === at)
  }
}

function placeOf(path: Path, shape: Shape, names: string[]): Place {
  const rings: Point[][] = []
  const at = (x: number, y: number): Point => [Math.round(x), Math.round(y)]
  path.context({
    beginPath: () => {},
    moveTo: (x, y) => void rings.push([at(x, y)]),
    lineTo(x, y) {
      const ring = rings.at(-1) ?? []
      const [before, next] = [ring.at(-1), at(x, y)]
      if (before?.[0] !== next[0] || before?.[1] !== next[1]) ring.push(next)
    },
    closePath: () => {},
    arc: () => {},
  })
  path(shape)
  const outline = rings.filter((ring) => ring.length > 3).map(written)
  path.context(null as never)
  const [x, y] = path.centroid(shape)
  return { names, outline: path.area(shape) < DOT || outline.length === 0 ? null : outline.join(''), at: at(x, y) }
}

/** A ring in relative steps, which take the least room. */
function written(ring: Point[]): string {
  const [[x, y] = [0, 0], ...rest] = ring
  let [lastX, lastY] = [x, y]
  const steps = rest.map(([nextX, nextY]) => {
    const step = `${nextX - lastX},${nextY - lastY}`
    ;[lastX, lastY] = [nextX, nextY]
    return step
  })
  return `M${x},${y}l${steps.join(' ').replaceAll(' -', '-').replaceAll(',-', '-')}z`
}

function moduleOf(name: string, source: string, places: Place[]): string {
  const ends = places.flatMap(({ outline, at }) => [...extentOf(outline), at])
  const top = Math.min(...ends.map(([, y]) => y))
  const height = Math.max(...ends.map(([, y]) => y)) - top
  const lines = places.map(({ names, outline, at }) => `    ${JSON.stringify([names.join('|'), outline ?? at])},`)
  return `// Written by \`npm run write:maps\`. ${source}.\nimport type { MapOfPlaces } from './places.ts'\n\nexport const ${name}: MapOfPlaces = {\n  width: ${WIDTH},\n  top: ${top},\n  height: ${height},\n  places: [\n${lines.join('\n')}\n  ],\n}\n`
}

function extentOf(outline: string | null): Point[] {
  const points: Point[] = []
  for (const [, start = '', steps = ''] of (outline ?? '').matchAll(/M([^l]+)l([^z]*)z/g)) {
    let [x, y] = start.split(',').map(Number) as Point
    points.push([x, y])
    const numbers = [...steps.matchAll(/-?\d+/g)].map(Number)
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      x += numbers[at] ?? 0
      y += numbers[at + 1] ?? 0
      points.push([x, y])
    }
  }
  return points
}
