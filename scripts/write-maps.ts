import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { statesMap, worldMap } from './map-data.ts'

/** Writes the maps of `charts/maps/` from the atlas packages. */
const folder = join(import.meta.dirname, '..', 'charts', 'maps')
writeFileSync(join(folder, 'world.gen.ts'), worldMap())
writeFileSync(join(folder, 'states.gen.ts'), statesMap())
