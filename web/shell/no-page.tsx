import { Link, useRouterState } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Empty, PageBody, PageHeader } from '#web/ui/page.tsx'

export function NotFound() {
  return (
    <Landmark>
      <PageHeader title={text.notFound} />
      <Empty icon={<Compass size={18} />} title={text.notFound} text={text.notFoundText}>
        <Link to="/" className="text-sm font-medium text-accent hover:underline">
          {text.newSession}
        </Link>
      </Empty>
    </Landmark>
  )
}

/** Below the shell these pages stand in its main part; an address that is none stands alone. */
const Landmark = ({ children }: { children: ReactNode }) => (useRouterState({ select: isInShell }) ? children : <main>{children}</main>)
const isInShell = ({ matches }: { matches: { routeId: string }[] }): boolean => matches.some(({ routeId }) => routeId.startsWith('/shell'))

export function WentWrong({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <>
      <PageHeader title={text.wentWrong} />
      <PageBody width="reading">
        <FailureNote
          error={error}
          action={
            <Button size="small" onClick={reset}>
              {text.retry}
            </Button>
          }
        />
      </PageBody>
    </>
  )
}
