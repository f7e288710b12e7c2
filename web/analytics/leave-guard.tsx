import { useBlocker } from '@tanstack/react-router'
import { text } from '#web/text/charts.ts'
import { Confirm } from '#web/ui/confirm.tsx'

/** Asks before a page is left whose changes are not saved; the browser asks where the page itself cannot. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && (current.pathname !== next.pathname || isEdit(current.search) !== isEdit(next.search)),
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <Confirm
      open={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title={text.leave}
      text={text.leaveText}
      action={text.leaveIt}
    />
  )
}

const isEdit = (search: unknown): boolean => (search as { edit?: boolean }).edit === true
