import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { temporaryFolder } from './database.ts'
import { freePort } from './free-port.ts'

export type S3Server = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  port: number
  stop: () => Promise<void>
}

/** Starts a real S3-compatible server (s3rver, which checks signatures) on a loopback port, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const port = await freePort()
  const entry = createRequire(import.meta.url).resolve('@20minutes/s3rver')
  const options = { address: '127.0.0.1', port, silent: true, directory: temporaryFolder(), configureBuckets: [{ name: 'lake' }], vhostBuckets: false }
  const script = `const S3rver = require(${JSON.stringify(entry)}); new S3rver(${JSON.stringify(options)}).run()`
  // It numbers the pages of a listing with a cipher of old.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', script], { stdio: 'ignore', env: {} })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const endpoint = `http://127.0.0.1:${port}`
  for (let attempt = 0; ; attempt += 1) {
    const answers = await fetch(endpoint).then(
      (response) => response.status < 500,
      () => false,
    )
    if (answers) break
    if (child.exitCode !== null || attempt === 400) {
      kill()
      throw new Error('the S3 server did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    endpoint,
    port,
    bucket: 'lake',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    stop: () => {
      process.off('exit', kill)
      child.kill('SIGKILL')
      return ended
    },
  }
}
