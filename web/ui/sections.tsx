import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text as common } from '#web/text/controls.ts'
import { Button } from './button.tsx'
import { PageBody, PageHeader } from './page.tsx'
import { TAB, TAB_ACTIVE, TabBar } from './tabs.tsx'

/** A page with its head, its places and what stands in the one shown. */
export const Page = ({
  title,
  badges,
  actions,
  tabs,
  children,
}: {
  title: string
  badges?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
  children: ReactNode
}) => (
  <div className="flex h-full min-h-0 flex-col">
    <PageHeader title={title} meta={badges}>
      {actions}
    </PageHeader>
    {tabs}
    <PageBody className="content-start">{children}</PageBody>
  </div>
)

/** Places of one page, each with an address of its own. */
export const PageTabs = ({ tabs, label }: { label: string; tabs: { to: string; text: string }[] }) => (
  <TabBar label={label}>
    {tabs.map(({ to, text }) => (
      <Link key={to} to={to} className={TAB} activeProps={{ ...TAB_ACTIVE, 'aria-current': 'page' }}>
        {text}
      </Link>
    ))}
  </TabBar>
)

/** A part of a page with a name of its own. */
export const Card = ({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) => (
  <section className="min-w-0 rounded-lg border border-line bg-surface">
    {title && (
      <header className="flex min-h-11 items-center justify-between gap-3 px-4 pt-2">
        <h2 className="font-semibold">{title}</h2>
        {actions}
      </header>
    )}
    <div className={title ? 'px-4 pt-1 pb-4' : 'p-4'}>{children}</div>
  </section>
)

/** What a place is for while nothing is in it, and the one thing to do about that. */
export const Empty = ({ title, text, children }: { title: string; text?: string; children?: ReactNode }) => (
  <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-14 text-center">
    <p className="text-lg font-semibold">{title}</p>
    {text && <p className="text-sm text-muted">{text}</p>}
    {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
  </div>
)

/** The shape of what is coming, after a moment: what is quick never flashes. */
export const Skeleton = ({ rows = 4 }: { rows?: number }) => (
  <div role="status" aria-label={common.loading} className="grid gap-3">
    {[...'abcdefghij'].slice(0, rows).map((row) => (
      <div key={row} className="skeleton h-9 rounded-md bg-sunken" />
    ))}
  </div>
)

export const Retry = ({ run }: { run: () => void }) => (
  <Button size="small" onClick={run}>
    {common.retry}
  </Button>
)
