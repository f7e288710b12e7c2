import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Database } from '#db/client.ts'
import type { Ports } from '#domain/context.ts'

const NAME = /^querent-[\w-]+\.db$/

/** Copies a database that is a file of this machine into a folder beside it, while it is written to. A copy that is damaged is not kept. */
export const createBackup =
  (db: Database, folder: string): NonNullable<Ports['backup']> =>
  async (id, keep) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `querent-${id}.db`
    const unfinished = join(folder, `${name}.part`)
    await rm(unfinished, { force: true })
    await db.$client.execute({ sql: 'vacuum into ?', args: [unfinished] })
    await requireSound(unfinished)
    await rename(unfinished, join(folder, name))
    const copies = (await readdir(folder)).filter((file) => NAME.test(file)).sort()
    const old = copies.slice(0, Math.max(0, copies.length - keep))
    await Promise.all(old.map((file) => rm(join(folder, file), { force: true })))
    return { name, bytes: (await stat(join(folder, name))).size, removed: old.length }
  }

async function requireSound(path: string): Promise<void> {
  const copy = createClient({ url: `file:${path}` })
  try {
    const { rows } = await copy.execute('pragma integrity_check')
    if (rows[0]?.[0] !== 'ok') throw new Error(`the copy is damaged: ${rows[0]?.[0]}`)
  } finally {
    copy.close()
  }
}
