import { useNavigate, useParams } from '@tanstack/react-router'
import { Archive, ArchiveRestore, CopyPlus, MoreHorizontal, Pencil, Pin, PinOff, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/api/llm.gen.ts'
import { queries } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { deleteLater } from '#web/ui/delete-later.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { tell, tellFailure } from '#web/ui/toasts.tsx'
import { useClone } from './clone-session.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { ShareSession } from './share-session.tsx'

type Switch = 'archive' | 'unarchive' | 'pin' | 'unpin'

/** What can be done with a session, by the reader's level on it. Anyone who reads it can copy it. */
export function SessionMenu({ session }: { session: Session }) {
  const mayEdit = session.level !== 'view'
  const isMine = session.level === 'own'
  const [dialog, setDialog] = useState<'rename' | 'share' | null>(null)
  const navigate = useNavigate()
  const shown = useParams({ strict: false }).sessionId
  const path = { session_id: session.id }
  const turn = (operation: Switch) =>
    void call(`POST /llm/sessions/{session_id}/${operation}`, { path })
      .then(() => queries.invalidateQueries({ queryKey: ['session'] }))
      .then(() => tell(text.turned[operation]))
      .catch(tellFailure)
  const clone = useClone(session.id)
  function remove() {
    deleteLater('session', 'DELETE /llm/sessions/{session_id}', [path], text.deleted(session.title))
    if (shown === session.id) void navigate({ to: '/sessions' })
  }
  return (
    <>
      <Menu
        align="end"
        label={text.actionsOf(session.title)}
        trigger={
          <IconButton label={text.actionsOf(session.title)}>
            <MoreHorizontal size={16} />
          </IconButton>
        }
      >
        {mayEdit && (
          <>
            <MenuItem icon={<Pencil size={14} />} onSelect={() => setDialog('rename')}>
              {text.rename}
            </MenuItem>
            <MenuItem icon={session.pinned ? <PinOff size={14} /> : <Pin size={14} />} onSelect={() => turn(session.pinned ? 'unpin' : 'pin')}>
              {session.pinned ? text.unpin : text.pin}
            </MenuItem>
          </>
        )}
        {isMine && (
          <MenuItem icon={<Share2 size={14} />} onSelect={() => setDialog('share')}>
            {text.share}
          </MenuItem>
        )}
        <MenuItem icon={<CopyPlus size={14} />} onSelect={() => void clone()}>
          {text.clone}
        </MenuItem>
        {mayEdit && (
          <MenuItem
            icon={session.archived ? <ArchiveRestore size={14} /> : <Archive size={14} />}
            onSelect={() => turn(session.archived ? 'unarchive' : 'archive')}
          >
            {session.archived ? text.unarchive : text.archive}
          </MenuItem>
        )}
        {isMine && (
          <>
            <MenuLine />
            <MenuItem icon={<Trash2 size={14} />} tone="bad" onSelect={remove}>
              {text.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'rename' && <RenameDialog session={session} onClose={() => setDialog(null)} />}
      {dialog === 'share' && <ShareSession session={session} onClose={() => setDialog(null)} />}
    </>
  )
}
