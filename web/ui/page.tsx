import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useDeployment } from '#web/shell/deployment.ts'
import { RailToggle } from '#web/shell/rail-toggle.tsx'
import { text as common } from '#web/text/controls.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { TAB, TAB_ACTIVE, TabBar } from './tabs.tsx'

type HeaderProps = { title: string; heading?: ReactNode; meta?: ReactNode; children?: ReactNode }

/** The head of a page: its title, which the tab bears too, its state, and what can be done with it. On a phone what does not fit beside the title stands below it. */
export function PageHeader({ title, heading, meta, children }: HeaderProps) {
  usePageTitle(title)
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface/80 px-4 max-md:flex-wrap max-md:py-2 md:h-13 md:px-6">
      <RailToggle />
      <h1 className="min-w-0 truncate text-lg font-semibold max-md:flex-[1_1_8rem]">{heading ?? title}</h1>
      <div className="flex shrink-0 items-center gap-2 max-md:hidden">{meta}</div>
      <div className="ml-auto flex items-center gap-1.5 empty:hidden max-md:flex-wrap max-md:justify-end md:shrink-0">{children}</div>
    </header>
  )
}

export function usePageTitle(title: string): void {
  const { name } = useDeployment()
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}

/** What scrolls below the head of a page. */
export function PageBody({ children, className, width = 'wide' }: { children: ReactNode; className?: string; width?: 'wide' | 'reading' }) {
  return (
    <div className="relative min-h-0 flex-1 overflow-auto">
      <div className={classNames('mx-auto grid gap-4 p-4 md:p-6', width === 'reading' ? 'max-w-[712px]' : 'max-w-[1200px]', className)}>{children}</div>
    </div>
  )
}

type PageProps = { title: string; badges?: ReactNode; actions?: ReactNode; tabs?: ReactNode; children: ReactNode }

/** A page with its head, its places and what stands in the one shown. */
export const Page = ({ title, badges, actions, tabs, children }: PageProps) => (
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

export const Card = ({ children, className }: { children: ReactNode; className?: string }) => (
  <section className={classNames('min-w-0 rounded-lg border border-line bg-surface', className)}>{children}</section>
)

/** A part of a page with a name of its own. */
export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <Card>
    <header className="flex min-h-11 items-center justify-between gap-3 px-4 pt-2">
      <h2 className="font-semibold">{title}</h2>
      {actions}
    </header>
    <div className="px-4 pt-1 pb-4">{children}</div>
  </Card>
)

/** What stands where nothing is yet: what it is, why it is empty, and one thing to do. */
export const Empty = ({ icon, title, text, children }: { icon?: ReactNode; title: string; text?: string; children?: ReactNode }) => (
  <div className="grid place-items-center gap-2 px-4 py-16 text-center">
    {icon && <div className="grid size-10 place-items-center rounded-lg border border-line bg-sunken text-muted">{icon}</div>}
    <h2 className="mt-1 font-semibold">{title}</h2>
    {text && <p className="max-w-[44ch] text-sm text-muted">{text}</p>}
    {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
  </div>
)

/** Stands in the place of what is being loaded; it appears after a moment, so that what is quick never flickers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={classNames('skeleton rounded-md bg-selected', className ?? 'h-4')} />
)

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

export function Loading({ rows = 6, label = common.loading }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3 py-2">
      {ROWS.slice(0, rows).map((row) => (
        <Skeleton key={row} className={row % 3 === 2 ? 'h-4 w-1/2' : 'h-4'} />
      ))}
    </div>
  )
}

export const Retry = ({ run }: { run: () => void }) => (
  <Button size="small" onClick={run}>
    {common.retry}
  </Button>
)
