import type { Hold } from '../stage.ts'

/** A file of a table. `tag` changes with its content; `null` where it has to be asked for. */
export type StoreFile = { path: string; size: number | null; tag: string | null }

/** Where the tables of a source lie: a bucket or a folder of this machine. Paths are relative to it. */
export type TableStore = {
  /** As the tables' own metadata would write it. */
  location: string
  /** Folders and files right below a folder (`''` for the store itself). */
  members(folder: string, signal: AbortSignal): Promise<{ folders: string[]; files: string[] }>
  /** Every file below a folder, at any depth. */
  list(folder: string, signal: AbortSignal): Promise<StoreFile[]>
  /** The path on this machine under which the file can be read until the hold is released. */
  bring(file: StoreFile, hold: Hold, signal: AbortSignal): Promise<string>
}
