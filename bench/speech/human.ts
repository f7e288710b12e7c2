import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { speechFolder } from '#test/speech-engine.ts'

/** Debian's test data of PocketSphinx (BSD): a reader of LibriVox (public domain), and somebody who calls cards, each with what is said. */
const PACKAGE = { name: 'pocketsphinx-testdata', version: '0.8+5prealpha+1-15', sha256: 'eaeb7a01d54f20b799d1a81ef110ec544b2cb47ea006614078220737a33019f0' }
const SPEAKERS = [
  { folder: 'librivox', texts: 'transcription' },
  { folder: 'cards', texts: 'cards.transcription' },
]

export type HumanSpeech = { speaker: string; text: string; audio: Uint8Array<ArrayBuffer> }

/** Recordings of people, brought once by apt and checked. Fails where there is no apt, no such package, or another content. */
export function humanSpeech(): HumanSpeech[] {
  const folder = join(speechFolder, 'human')
  if (!existsSync(folder)) bring(folder)
  const data = join(folder, 'usr/share/pocketsphinx/test/data')
  return SPEAKERS.flatMap(({ folder: speaker, texts }) =>
    [...readFileSync(join(data, speaker, texts), 'utf8').matchAll(/^<s>(.*)<\/s>\s*\(([\w-]+)\)/gm)].map(([, text = '', name = '']) => ({
      speaker,
      text: text.trim(),
      audio: new Uint8Array(readFileSync(join(data, speaker, `${name}.wav`))),
    })),
  )
}

function bring(folder: string): void {
  const fresh = `${folder}-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: fresh, stdio: 'ignore', timeout: 300_000 })
    run('apt-get', 'download', `${PACKAGE.name}=${PACKAGE.version}`)
    const file = readdirSync(fresh).find((name) => name.endsWith('.deb')) ?? ''
    const sum = createHash('sha256')
      .update(readFileSync(join(fresh, file)))
      .digest('hex')
    if (sum !== PACKAGE.sha256) throw new Error(`${PACKAGE.name} has another checksum than it was proved with`)
    run('dpkg-deb', '-x', file, '.')
    rmSync(join(fresh, file))
    renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
