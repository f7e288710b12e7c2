import { exportChart } from '../../charts/chart-files.ts'
import type { Work } from '../task.ts'
import { makeChartFiles, whole } from './chart-files.ts'

/** What the files of a run may come to; a run is kept in the database. */
const MOST_BYTES = 20_000_000

/** All rows of a chart as a file of the run. */
export const workExport: Work<'export'> = async ({ ctx, payload: { chart_id, format }, signal, log }) => {
  const { filename, type, bytes } = await exportChart(ctx, chart_id, format)
  const file = { name: filename, type, bytes: await whole(bytes, MOST_BYTES, signal) }
  await log(`${file.name} is written`)
  return { result: { chart_id, file: file.name, bytes: file.bytes.byteLength }, files: [file] }
}

/** A chart, or each chart of a dashboard, as picture and rows for the owner; his readers are mailed their own. */
export const workSubscription: Work<'subscription'> = async (task) => {
  const { files, charts, failed } = await makeChartFiles(task, {
    most: MOST_BYTES,
    isAnew: true,
    failed: (id, { message }) => task.log(`${id}: ${message}`, 'warn'),
    progress: task.progress,
  })
  const lines = files.map(({ name }) => `• ${name}`)
  return {
    result: { charts, failed, files: files.length },
    files,
    notice: {
      event: 'subscription.sent',
      subject: task.job.name,
      text: [...lines, ...(failed ? [`${failed} of ${charts} could not be read`] : [])].join('\n'),
    },
  }
}
