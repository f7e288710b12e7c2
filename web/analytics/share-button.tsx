import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { text } from '#web/text/analytics.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ShareDialog } from '#web/ui/share-dialog.tsx'

/** Opens who has access to a chart or dashboard. */
export function ShareButton({ kind, object }: { kind: 'chart' | 'dashboard'; object: { id: string; title: string } }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={text.share} onClick={() => setOpen(true)}>
        <UserPlus size={15} />
      </IconButton>
      {isOpen && <ShareDialog path={`/analytics/${kind}s/${object.id}`} title={object.title} onClose={() => setOpen(false)} />}
    </>
  )
}
