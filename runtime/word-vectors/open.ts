import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenVectors, WordVectors } from '#domain/analyst/vectors/word-vectors.ts'

const table = join(import.meta.dirname, 'words.bin')

/** The table beside this file, read when the first word is looked up in it and kept; none where it was left out of an installation. */
export function openWordVectors(): OpenVectors {
  let opened: WordVectors | null | undefined
  return () => {
    if (opened === undefined) opened = existsSync(table) ? new WordVectors(readFileSync(table)) : null
    return opened
  }
}
