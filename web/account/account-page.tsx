import { useSignedIn } from '#web/shell/use-signed-in.ts'
import { text } from '#web/text/account.ts'
import { Card, PageBody, PageHeader } from '#web/ui/page.tsx'

export function AccountPage() {
  const user = useSignedIn()?.user
  return (
    <>
      <PageHeader title={text.title} />
      <PageBody width="reading">
        <Card className="p-4">
          <dl className="grid grid-cols-[120px_1fr] gap-y-2 text-sm">
            <dt className="text-muted">{text.name}</dt>
            <dd>{user?.name}</dd>
            <dt className="text-muted">{text.email}</dt>
            <dd>{user?.email}</dd>
            <dt className="text-muted">{text.role}</dt>
            <dd>{user ? text.roles[user.role] : ''}</dd>
          </dl>
        </Card>
      </PageBody>
    </>
  )
}
