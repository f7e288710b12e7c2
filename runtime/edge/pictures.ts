import { createChartDrawer } from '#connectors/charts/drawer.ts'
import { createRemoteRasterize } from '#connectors/sources/remote.ts'
import { tableWriter } from '#connectors/tables/writer.ts'
import { noPictures } from '../no-sources.ts'
import type { EdgePorts } from './means.ts'

/** Charts as pictures and files. */
export const picturePorts: EdgePorts = ({ runner }) => ({
  charts: createChartDrawer({ rasterize: runner ? createRemoteRasterize(runner) : noPictures, cacheBytes: 8_000_000 }),
  tableFiles: tableWriter,
})
