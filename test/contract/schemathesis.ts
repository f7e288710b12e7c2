import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '#domain/context.ts'
import { temporaryFolder } from '#test/database.ts'

/** What `pythonEnvironment` installs for it. */
export const SCHEMATHESIS = ['schemathesis==4.32.5']

export type Tried = {
  /** Requests sent. */
  cases: number
  /** What was found, one line each; and all it wrote of them. */
  violations: string[]
  output: string
}
type Trial = { bin: string; url: string; key: string; phases: string; examples: number; only?: string[] }

/** Tries one service against its own document with all of Schemathesis's checks. Fails where it did not come to its end. */
export async function schemathesisFindings(service: Service, { bin, url, key, phases, examples, only = [] }: Trial): Promise<Tried> {
  const folder = temporaryFolder()
  const report = join(folder, 'junit.xml')
  const args = [
    ...['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', `${url}/api/v1/${service}/openapi.json`, '--url', url],
    ...['--header', `Authorization: Bearer ${key}`, '--checks', 'all', '--phases', phases, '--max-examples', String(examples), '--warnings', 'off'],
    ...['--continue-on-failure', '--report', 'junit', '--report-junit-path', report],
    ...only.flatMap((path) => ['--include-path', path]),
  ]
  const child = spawn(join(bin, 'python'), ['-m', 'schemathesis.cli', ...args], { cwd: folder, env: { ...process.env, NO_COLOR: '1', COLUMNS: '200' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const cases = Number(/(\d+) generated/.exec(output)?.[1] ?? 0)
  // 0: nothing found, 1: something was.
  if ((code !== 0 && code !== 1) || cases === 0) throw new Error(`Schemathesis ended with ${code}:\n${output.slice(-4000)}`)
  const failures = [...readFileSync(report, 'utf8').matchAll(/<testcase name="([^"]*)"[^>]*>\s*<(?:failure|error)[^>]*message="([^"]{0,400})/g)]
  const violations = failures.map(([, name, message = '']) => `${name}: ${message.replaceAll('&#10;', ' ').replace(/\s+/g, ' ')}`)
  return { cases, violations: code === 1 && violations.length === 0 ? ['see the output'] : violations, output }
}
