import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'

type ConflictProps = { onMine: () => void; onTheirs: () => void; onCopy: () => void }

/** Told when somebody else saved meanwhile: what was edited here stays until its editor has chosen. */
export const Conflict = ({ onMine, onTheirs, onCopy }: ConflictProps) => (
  <div role="alert" className="grid gap-2 rounded-lg border border-line bg-warn-soft px-3 py-2.5 text-sm">
    <p className="font-medium text-warn">{text.conflict}</p>
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={onMine}>
        {text.conflictMine}
      </Button>
      <Button size="small" onClick={onCopy}>
        {text.conflictCopy}
      </Button>
      <Button size="small" onClick={onTheirs}>
        {text.conflictTheirs}
      </Button>
    </div>
  </div>
)
