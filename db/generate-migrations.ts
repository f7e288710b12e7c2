import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from './migrate.ts'

type Journal = { entries: { idx: number; tag: string }[] }

/** The migrations drizzle-kit wrote into `folder`, in the order of its journal. */
export function readMigrations(folder: string): Migration[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return journal.entries
    .toSorted((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      const text = readFileSync(join(folder, `${tag}.sql`), 'utf8').replaceAll('\r\n', '\n')
      const statements = text.split('--> statement-breakpoint').map((statement) => statement.trim())
      return { tag, checksum: createHash('sha256').update(text).digest('hex'), statements: statements.filter((statement) => statement !== '') }
    })
}

/** The module that carries the migrations to runtimes without a file system. */
export const renderMigrations = (migrations: Migration[]): string =>
  `// Generated from db/migrations by \`npm run migrations\`.\nimport type { Migration } from './migrate.ts'\n\nexport const migrations: Migration[] = ${JSON.stringify(migrations, null, 2)}\n`

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, 'migrations.gen.ts'), renderMigrations(readMigrations(join(import.meta.dirname, 'migrations'))))
}
