import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#test/database.ts'

const root = join(import.meta.dirname, '../..')

type Report = { problems: { severity: string; ruleId: string; message: string; location: { source: { ref: string }; pointer?: string }[] }[] }

/** What Redocly's recommended rules find in OpenAPI documents, by name: one line for each error and warning. */
export async function redoclyFindings(documents: Map<string, unknown>): Promise<string[]> {
  const folder = temporaryFolder()
  const files = [...documents].map(([name, document]) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  })
  const command = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const args = [command, 'lint', '--format=json', '--max-problems=1000', `--config=${join(import.meta.dirname, 'redocly.yaml')}`, ...files]
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const output = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, args, { env: environment, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      stdout.includes('"problems"') ? resolve(stdout) : reject(new Error(`Redocly wrote no report: ${stderr}`, { cause: error })),
    ),
  )
  // One report for each file, one after the other.
  const reports = output.split(/(?<=^\})\s*(?=\{)/m).map((text) => JSON.parse(text) as Report)
  return reports
    .flatMap(({ problems }) => problems)
    .map(({ severity, ruleId, message, location: [where] }) => `${severity} ${ruleId}: ${message} (${where?.source.ref ?? ''} ${where?.pointer ?? ''})`)
}
