import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDiskFileStore } from '#connectors/files/disk.ts'
import type { IngestedFile, SourceFile, SourceQuery, SourceSpec, SourceType } from '#domain/semantics/sources/source.ts'
import { createSources } from './local.ts'
import { createRunnerPool, type RunnerPoolOptions } from './runner/pool.ts'

export const never = new AbortController().signal

/** A pool, a file store and sources over a directory of their own, for tests. */
export function createBench(options: Partial<RunnerPoolOptions> & { ingestMs?: number } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'sources-'))
  const pool = createRunnerPool({ size: 2, memoryMb: 384, ...options })
  const store = createDiskFileStore({ root, pool, ingestMs: options.ingestMs })
  const put = (name: string, bytes: Uint8Array | string, maxBytes = 100_000_000) =>
    store.put({ id: 'file_1', name, body: streamOf(bytes), maxBytes, signal: never })
  return {
    root,
    pool,
    store,
    put,
    sources: createSources(pool, { fileRoot: root }),
    async spec(type: SourceType, files: { name: string; bytes: Uint8Array | string }[]): Promise<SourceSpec> {
      const stored: SourceFile[] = []
      for (const file of files) stored.push(sourceFile(file.name, await put(file.name, file.bytes)))
      return { id: `src_${stored[0]?.storageKey}`, type, version: '1', files: stored, connection: null }
    },
    async close() {
      await pool.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export function sourceFile(name: string, { format, storageKey, sha256, size }: IngestedFile): SourceFile {
  return { id: 'file_1', name, format, storageKey, sha256, size }
}

export function untrusted(sql: string, more: Partial<SourceQuery> = {}): SourceQuery {
  return { sql, rowLimit: 100, timeoutMs: 10_000, origin: 'untrusted', ...more }
}

export function streamOf(content: Uint8Array | string): ReadableStream<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return new ReadableStream({
    start(controller) {
      for (let start = 0; start < bytes.length; start += 65_536) controller.enqueue(bytes.slice(start, start + 65_536))
      controller.close()
    },
  })
}

/** The bytes of an SQLite file that a script makes. */
export function sqliteFile(script: string): Uint8Array {
  const directory = mkdtempSync(join(tmpdir(), 'sqlite-'))
  const path = join(directory, 'made.db')
  const database = new DatabaseSync(path)
  database.exec(script)
  database.close()
  const bytes = readFileSync(path)
  rmSync(directory, { recursive: true })
  return bytes
}

/** A shop that both engines are tested on: keys, nulls, dates as text, big integers, a name with spaces, quotes and accents, an empty table. */
export const SHOP = `
  create table customers (id integer primary key, name text not null, city text, joined date, active boolean);
  create table orders (id integer primary key, customer_id integer not null references customers, placed_at datetime, amount decimal(10,2), note text, big integer, raw blob);
  create table "Größe & ""Maß""" ("Spalte eins" text, "sel""ect" integer);
  create table empty_table (a integer, b text);
  create table codes (code text not null, label text);
  create unique index codes_code on codes (code);
  insert into customers values (1, 'Ada', 'Paris', '2023-01-05', 1), (2, 'Bob', null, '2023-02-10', 0), (3, '李雷', 'Paris', '2024-03-01', 1);
  insert into orders values
    (1, 1, '2024-01-05 10:00:00', 12.5, 'first', 9007199254740993, x'00ff'),
    (2, 1, '2024-02-06 11:30:00.250', 7.25, null, 42, null),
    (3, 3, '2024-02-07 00:00:00', 100, 'it''s; -- odd', -9223372036854775808, x'');
  insert into "Größe & ""Maß""" values ('ä', 1), ('b', 2);
  insert into codes values ('a', 'first'), ('b', 'second');
`
