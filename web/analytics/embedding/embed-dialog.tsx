import { useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/embedding.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { Code } from './code.tsx'
import { Frames } from './frames.tsx'
import { Trial } from './trial.tsx'

const PARTS = ['frames', 'code', 'trial'] as const

/** Puts a dashboard into another page: who may frame it, the code for that page, and a look at how it stands there. */
export function EmbedDialog({ dashboard, onClose }: { dashboard: Dashboard; onClose: () => void }) {
  const [part, setPart] = useState<(typeof PARTS)[number]>('frames')
  return (
    <Dialog isOpen onClose={onClose} title={text.title(dashboard.title)} width="wide">
      <div className="grid justify-items-start gap-4 [&>*:last-child]:w-full">
        <Segments label={text.parts} options={PARTS.map((value) => ({ value, label: text.partNames[value] }))} value={part} onChange={setPart} />
        {part === 'frames' && <Frames key={dashboard.revision} dashboard={dashboard} />}
        {part === 'code' && <Code dashboard={dashboard} />}
        {part === 'trial' && <Trial dashboard={dashboard} />}
      </div>
    </Dialog>
  )
}
