import { text } from '#web/text/shell.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { COMMAND } from './keys.ts'

const names = text.shortcutsOf
const SHORTCUTS: [string, string][] = [
  [`${COMMAND}J`, names.ask],
  [`${COMMAND}K`, names.palette],
  ['[', names.rail],
  ['?', names.sheet],
  ['Enter', names.send],
  ['Shift Enter', names.breakLine],
  ['Esc', names.stop],
  ['↑', names.editLast],
  ['/', names.prompts],
  ['@', names.tables],
]

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={text.shortcuts} isOpen onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 text-sm">
        {SHORTCUTS.map(([keys, name]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right">
              <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 font-sans text-xs text-muted">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
