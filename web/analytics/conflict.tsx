import { Button } from '#web/ui/button.tsx'

type Words = { conflict: string; conflictMine: string; conflictCopy: string; conflictTheirs: string }
type ConflictProps = { words: Words; onMine: () => void; onTheirs: () => void; onCopy: () => void }

/** Told when somebody else saved meanwhile: what was edited here stays until its editor has chosen. */
export const Conflict = ({ words, onMine, onTheirs, onCopy }: ConflictProps) => (
  <div role="alert" className="grid gap-2 rounded-lg border border-line bg-warn-soft px-3 py-2.5 text-sm">
    <p className="font-medium text-warn">{words.conflict}</p>
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={onMine}>
        {words.conflictMine}
      </Button>
      <Button size="small" onClick={onCopy}>
        {words.conflictCopy}
      </Button>
      <Button size="small" onClick={onTheirs}>
        {words.conflictTheirs}
      </Button>
    </div>
  </div>
)
