import { Code } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/embedding.ts'
import { IconButton } from '#web/ui/button.tsx'

const EmbedDialog = lazy(() => import('./embedding/embed-dialog.tsx').then(({ EmbedDialog }) => ({ default: EmbedDialog })))

/** Opens how a dashboard is put into another page. */
export function EmbedButton({ dashboard }: { dashboard: Dashboard }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={text.embed} onClick={() => setOpen(true)} className="max-md:hidden">
        <Code size={15} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <EmbedDialog dashboard={dashboard} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
