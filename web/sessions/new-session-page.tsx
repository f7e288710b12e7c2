import { MessageSquare } from 'lucide-react'
import { text } from '#web/text/sessions.ts'
import { Empty, PageHeader } from '#web/ui/page.tsx'

export function NewSessionPage() {
  return (
    <>
      <PageHeader title={text.title} />
      <Empty icon={<MessageSquare size={18} />} title={text.empty} text={text.emptyText} />
    </>
  )
}
