import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { followChanges, useCutOff } from '#web/api/live.ts'
import { text } from '#web/text/shell.ts'
import { useKeys } from './keys.ts'
import { closeOverlay, openPalette, openShortcuts, useOverlay } from './overlays.ts'
import { Rail } from './rail.tsx'
import { closeRailOver, toggleRail, useNarrow, useRailOpen } from './rail-state.ts'
import { useSignedIn } from './use-signed-in.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then(({ Palette }) => ({ default: Palette })))
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })))

const PALETTE_AFTER_MS = 1_000

/** The rail and what stands beside it. */
export function Shell() {
  const navigate = useNavigate()
  const isOpen = useRailOpen()
  const isNarrow = useNarrow()
  const overlay = useOverlay()
  const userId = useSignedIn()?.user.id
  const isCutOff = useCutOff()

  useKeys({ 'mod+k': openPalette, 'mod+j': () => void navigate({ to: '/' }), '[': toggleRail, '?': openShortcuts })
  useEffect(() => {
    if (!userId) {
      void navigate({ to: '/signin', search: { next: `${location.pathname}${location.search}` } })
      return
    }
    const following = new AbortController()
    void followChanges(following.signal)
    return () => following.abort()
  }, [userId, navigate])

  // There before it is asked for: nothing typed after the keys that open it is lost.
  useEffect(() => {
    const waiting = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS)
    return () => clearTimeout(waiting)
  }, [])

  // Until the way to the sign-in page is gone: what stands here would ask once more, in nobody's name.
  if (!userId) return null
  return (
    <div className="flex h-dvh">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:p-2 focus:text-sm">
        {text.skip}
      </a>
      {isOpen && isNarrow && <button type="button" aria-label={text.close} onClick={closeRailOver} className="fixed inset-0 z-20 bg-black/40" />}
      {isOpen && (
        <div className={isNarrow ? 'fixed inset-y-0 left-0 z-30 shadow-high' : 'shrink-0'}>
          <Rail onSearch={openPalette} />
        </div>
      )}
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg outline-none">
        <div role="status">{isCutOff && <p className="bg-warn-soft px-4 py-1.5 text-sm text-warn md:px-6">{text.offline}</p>}</div>
        <Outlet />
      </main>
      <Suspense>
        {overlay === 'palette' && <Palette onClose={closeOverlay} />}
        {overlay === 'shortcuts' && <ShortcutSheet onClose={closeOverlay} />}
      </Suspense>
    </div>
  )
}
