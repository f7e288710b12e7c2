import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { upload } from '#web/api/paths.ts'
import type { File as Stored } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { bytes, count } from '#web/ui/formats.ts'
import { Bar } from './state.tsx'

/** A place to drop a file on, which says how far it has come and what was found in it. */
export function FileDrop({ done }: { done: (file: Stored) => void }) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [going, setGoing] = useState<{ name: string; share: number } | null>(null)
  const [stored, setStored] = useState<Stored | null>(null)
  const [error, setError] = useState<ApiFailure | null>(null)
  const take = async (file: globalThis.File | undefined) => {
    if (!file) return
    setError(null)
    setStored(null)
    setGoing({ name: file.name, share: 0 })
    try {
      const kept = await upload<Stored>('/semantic/files', file, (share) => setGoing({ name: file.name, share }))
      setStored(kept)
      done(kept)
    } catch (failure) {
      setError(failure as ApiFailure)
    }
    setGoing(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className="grid gap-3">
      <fieldset
        aria-label={words.drop}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-1.5 rounded-[10px] border border-dashed px-4 py-8 text-center ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      >
        <Upload size={20} className="text-faint" />
        <label htmlFor={id} className="cursor-pointer text-sm font-medium text-accent hover:underline">
          {words.drop}
        </label>
        <input
          id={id}
          type="file"
          className="sr-only"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx,.sqlite,.db,.sqlite3"
          onChange={({ target }) => void take(target.files?.[0])}
        />
        <span className="text-xs text-muted">{words.dropText}</span>
      </fieldset>
      {going && (
        <div className="grid gap-1.5 text-sm">
          <span className="tabular-nums">{words.uploading(going.name, `${Math.round(going.share * 100)} %`)}</span>
          <Bar share={going.share} label={words.uploading(going.name, '')} />
        </div>
      )}
      {error && <FailureNote error={error} />}
      {stored && (
        <div className="text-sm">
          <p className="font-medium">{words.uploaded(stored.name, bytes(stored.size))}</p>
          <ul className="mt-1 text-muted">
            {stored.tables.slice(0, 8).map(({ name, rows, columns }) => (
              <li key={name} className="tabular-nums">
                {name} · {count(rows)} × {columns.length}
              </li>
            ))}
          </ul>
          {stored.rejected_lines > 0 && <p className="mt-1 text-warn">{words.rejectedLines(count(stored.rejected_lines))}</p>}
        </div>
      )}
    </div>
  )
}
