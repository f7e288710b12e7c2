import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { upload } from '#web/api/paths.ts'
import type { File as Stored } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { bytes, count } from '#web/ui/formats.ts'
import { Bar } from './state.tsx'

const SHOWN_TABLES = 8
const SHOWN_REJECTS = 3

type FileDropProps = {
  /** Several files, each a table of its own, or the latest one only. */
  many: boolean
  /** What is uploaded by now. */
  onChange: (files: Stored[]) => void
}

/** A place to drop files on, which says how far they have come and what was found in them. A file that is refused takes nothing of the others away. */
export function FileDrop({ many, onChange }: FileDropProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [going, setGoing] = useState<{ name: string; share: number } | null>(null)
  const [stored, setStored] = useState<Stored[]>([])
  const [refused, setRefused] = useState<{ name: string; error: ApiFailure }[]>([])
  const keep = (files: Stored[]) => {
    setStored(files)
    onChange(files)
  }
  const take = async (files: globalThis.File[]) => {
    if (files.length === 0 || going) return
    setRefused([])
    let kept = stored
    for (const file of many ? files : files.slice(0, 1)) {
      const { name } = file
      setGoing({ name, share: 0 })
      try {
        const one = await upload<Stored>('/semantic/files', file, (share) => setGoing({ name, share }))
        kept = many ? [...kept, one] : [one]
        keep(kept)
      } catch (failure) {
        setRefused((before) => [...before, { name, error: failure as ApiFailure }])
      }
    }
    setGoing(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <div className="grid gap-3">
      <fieldset
        aria-label={many ? words.dropMany : words.drop}
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
          {many ? words.dropMany : words.drop}
        </label>
        <input
          id={id}
          type="file"
          multiple={many}
          disabled={going !== null}
          className="sr-only"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx,.sqlite,.db,.sqlite3"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // The same file may be chosen again, mended.
            target.value = ''
            void take(files)
          }}
        />
        <span className="text-xs text-muted">{words.dropText}</span>
      </fieldset>
      {going && (
        <div className="grid gap-1.5 text-sm">
          <span className="tabular-nums">{words.uploading(going.name, `${Math.round(going.share * 100)} %`)}</span>
          <Bar share={going.share} label={words.uploading(going.name, '')} />
        </div>
      )}
      {refused.map(({ name, error }) => (
        <div key={name} className="grid gap-1 text-sm">
          <p className="font-medium">{name}</p>
          <FailureNote error={error} />
        </div>
      ))}
      {stored.map((file) => (
        <Found key={file.id} file={file} {...(many ? { onRemove: () => keep(stored.filter((one) => one !== file)) } : {})} />
      ))}
    </div>
  )
}

/** What was found in a file. */
function Found({ file, onRemove }: { file: Stored; onRemove?: () => void }) {
  const { name, size, tables, rejects, rejected_lines } = file
  return (
    <div className="flex items-start gap-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{words.uploaded(name, bytes(size))}</p>
        <ul className="mt-1 text-muted">
          {tables.slice(0, SHOWN_TABLES).map((table) => (
            <li key={table.name} className="tabular-nums">
              {table.name} · {count(table.rows)} × {table.columns.length}
            </li>
          ))}
        </ul>
        {rejected_lines > 0 && (
          <div className="mt-1 text-warn">
            <p>{words.rejectedLines(count(rejected_lines))}</p>
            <ul className="text-xs">
              {rejects.slice(0, SHOWN_REJECTS).map(({ line, reason }) => (
                <li key={line}>{words.rejectedLine(count(line), reason)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {onRemove && (
        <Button size="small" aria-label={`${common.remove}: ${name}`} onClick={onRemove}>
          {common.remove}
        </Button>
      )}
    </div>
  )
}
