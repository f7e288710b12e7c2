import type { ReactNode } from 'react'
import type { DeploymentSettings } from '#web/api/core.gen.ts'
import { patch, useChange } from '#web/api/paths.ts'
import { text as words } from '#web/text/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Section } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'

export const PATH = '/core/settings'

export type PartProps = { settings: DeploymentSettings }

/** What says of a setting that the operator set it, and keeps it from being changed. */
export function lockOf({ sources }: DeploymentSettings, name: string): { disabled: boolean; told: string | null } {
  const { locked = false, variable = null } = sources[name] ?? {}
  return { disabled: locked, told: locked ? words.fixed(variable ?? '') : null }
}

/** Saves a part of the settings as it was read. */
export const useSaving = ({ revision }: DeploymentSettings) =>
  useChange((change: unknown) => patch<DeploymentSettings>(PATH, change, revision), [PATH, '/core/auths/policy'])

type FormProps = {
  title: string
  about: string
  saving: ReturnType<typeof useSaving>
  change: () => unknown
  actions?: ReactNode
  onSaved?: () => void
  children: ReactNode
}

/** One part of the settings, saved by itself. */
export function PartForm({ title, about, saving, change, actions, onSaved, children }: FormProps) {
  return (
    <Section title={title}>
      <form
        className="grid max-w-3xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(change(), {
            onSuccess: () => {
              tell(words.saved)
              onSaved?.()
            },
          })
        }}
      >
        <p className="text-sm text-muted">{about}</p>
        {saving.error && <FailureNote error={saving.error} />}
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" disabled={saving.isPending}>
            {words.save}
          </Button>
          {actions}
        </div>
      </form>
    </Section>
  )
}
