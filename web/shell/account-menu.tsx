import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { call } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'
import { forgetSignIn } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '#web/ui/menu.tsx'
import { openShortcuts } from './overlays.ts'
import { preferTheme, usePreferredTheme } from './theme.ts'
import { useSignedIn } from './use-signed-in.ts'

const THEMES = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
] as const

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')

export function AccountMenu() {
  const user = useSignedIn()?.user
  const theme = usePreferredTheme()
  const navigate = useNavigate()
  const name = user?.name || user?.email || ''

  async function signOut() {
    const out = await call('POST /core/auths/signout', {}).catch(() => null)
    forgetSignIn()
    queries.clear()
    // The identity provider sends the browser back to the sign-in page.
    if (out?.sign_out_url) return location.assign(out.sign_out_url)
    await navigate({ to: '/signin' })
  }

  return (
    <Menu
      side="top"
      className="w-52"
      trigger={
        <button type="button" className="flex h-9 w-full items-center gap-2 rounded-md px-2 text-sm hover:bg-selected">
          <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent">
            {initials(name)}
          </span>
          <span className="truncate">{name}</span>
          <ChevronsUpDown size={14} className="ml-auto shrink-0 text-faint" aria-hidden="true" />
        </button>
      }
    >
      <MenuItem asChild>
        <Link to="/account">
          <Settings size={14} className="text-muted" aria-hidden="true" />
          {text.account}
        </Link>
      </MenuItem>
      <MenuItem icon={<Keyboard size={14} />} hint="?" onSelect={openShortcuts}>
        {text.shortcuts}
      </MenuItem>
      <MenuLine />
      <MenuLabel>{text.theme}</MenuLabel>
      {THEMES.map(([value, Icon]) => (
        <MenuItem key={value} icon={<Icon size={14} />} isChosen={theme === value} onSelect={() => preferTheme(value)}>
          {text.themes[value]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<LogOut size={14} />} onSelect={() => void signOut()}>
        {text.signOut}
      </MenuItem>
    </Menu>
  )
}
