import type { ReactNode } from 'react'
import { usePageTitle } from '#web/ui/page.tsx'
import { useDeployment } from './deployment.ts'

/** What stands before the shell: one thing to do, in the middle of the page. */
export function Outside({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const { name } = useDeployment()
  usePageTitle(title)
  return (
    <main className="grid min-h-dvh place-items-center bg-bg p-4">
      <div className="w-full max-w-[360px]">
        <p className="mb-5 flex items-center gap-2.5">
          <img src="/icon.svg" alt="" className="size-9" />
          <span className="min-w-0 truncate font-semibold">{name}</span>
        </p>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {about && <p className="mt-1 text-sm text-muted">{about}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  )
}
