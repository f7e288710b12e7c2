import { useEffect, useRef, useState } from 'react'
import type { Dashboard, GuestToken } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/embedding.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { instant } from '#web/ui/formats.ts'
import { useEmbedding } from './use-embedding.ts'

/** The web component that hosts use, served by the deployment itself. */
const ELEMENTS = '/embedded/assets/elements.js'
const SHORT_SECONDS = 900

type Frame = HTMLElement & { fetchToken: (() => Promise<string>) | null }

/** The dashboard as a guest sees it, by a token of a quarter of an hour, under a rule for its rows. */
export function Trial({ dashboard }: { dashboard: Dashboard }) {
  const { enabled, allowed_domains } = dashboard.embedded
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const allow = useEmbedding(dashboard)
  const [clause, setClause] = useState('')
  const [mayAsk, setMayAsk] = useState(false)
  const [minted, setMinted] = useState<GuestToken | null>(null)
  const [error, setError] = useState<unknown>(null)
  const mayFrame = allowed_domains.length === 0 || allowed_domains.includes(location.origin)

  function mint() {
    setError(null)
    const rls = clause.trim() === '' ? [] : [{ clause: clause.trim() }]
    const resources = [{ type: 'dashboard' as const, id: dashboard.id }]
    const body = { user: { id: 'preview' }, resources, rls, permissions: { can_chat: mayAsk }, expires_in: SHORT_SECONDS }
    void call('POST /analytics/auth/guest-token', { body }).then(setMinted, setError)
  }
  useEffect(() => {
    if (!minted || !place.current) return
    const frame = document.createElement('querent-dashboard') as Frame
    for (const [name, value] of Object.entries({ dashboard: dashboard.id, theme, title: dashboard.title })) frame.setAttribute(name, value)
    frame.style.display = 'block'
    frame.style.height = '100%'
    frame.fetchToken = async () => minted.token
    const within = place.current
    void import(/* @vite-ignore */ ELEMENTS).then(() => within.replaceChildren(frame)).catch(setError)
    return () => frame.remove()
  }, [minted, dashboard.id, dashboard.title, theme])

  if (!enabled) return <p className="text-sm text-muted">{text.isOff}</p>
  if (!mayFrame)
    return (
      <div className="grid justify-items-start gap-2 text-sm">
        <p className="text-muted">{text.notAllowedHere(location.origin)}</p>
        <Button
          size="small"
          disabled={allow.isPending}
          onClick={() => allow.mutate({ ...dashboard.embedded, allowed_domains: [...allowed_domains, location.origin] })}
        >
          {text.allowHere}
        </Button>
        {allow.error && <FailureNote error={allow.error} />}
      </div>
    )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-52 flex-1">
          <Field label={text.rule} hint={text.ruleHint}>
            {(ids) => (
              <Input
                {...ids}
                placeholder="country = 'France'"
                value={clause}
                onChange={({ target }) => setClause(target.value)}
                className="font-mono !text-xs"
              />
            )}
          </Field>
        </div>
        <Button variant="primary" onClick={mint} className="mb-[22px]">
          {text.mint}
        </Button>
      </div>
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" className="size-4 accent-accent" checked={mayAsk} onChange={({ target }) => setMayAsk(target.checked)} />
        {text.mayAsk}
      </label>
      {error !== null && <FailureNote error={error} />}
      {minted && (
        <>
          <p className="text-xs text-muted">
            {text.until(instant(minted.expires_at))}
            {minted.reach.map(({ rule, tiles, empty }) => (
              <span key={rule} className="block">
                {text.reaches(tiles.length, empty.length)}
              </span>
            ))}
          </p>
          <div ref={place} className="h-[480px] overflow-hidden rounded-lg border border-line" />
        </>
      )}
    </div>
  )
}
