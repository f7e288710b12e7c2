import { Outlet } from '@tanstack/react-router'
import { text as words } from '#web/text/account.ts'
import { Page, PageTabs } from '#web/ui/page.tsx'

const TABS = ['profile', 'preferences', 'security', 'readings', 'jobs', 'webhooks'] as const

export const Account = () => (
  <Page title={words.title} tabs={<PageTabs label={words.tabs.label} tabs={TABS.map((tab) => ({ to: `/account/${tab}`, text: words.tabs[tab] }))} />}>
    <div className="grid max-w-4xl gap-4">
      <Outlet />
    </div>
  </Page>
)
