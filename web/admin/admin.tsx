import { Outlet } from '@tanstack/react-router'
import { useMe } from '#web/api/me.ts'
import { text as words } from '#web/text/admin.ts'
import { Empty, Page, PageTabs } from '#web/ui/page.tsx'

const TABS = ['users', 'groups', 'settings', 'sign-in', 'models', 'prompts', 'jobs', 'webhooks', 'mails', 'usage', 'budgets', 'audit'] as const

export function Admin() {
  const me = useMe()
  const isAdmin = me?.role === 'admin'
  return (
    <Page
      title={words.title}
      tabs={isAdmin && <PageTabs label={words.tabs.label} tabs={TABS.map((tab) => ({ to: `/admin/${tab}`, text: words.tabs[tab] }))} />}
    >
      {isAdmin ? <Outlet /> : <Empty title={words.onlyAdmins} text={words.onlyAdminsText} />}
    </Page>
  )
}
