import type { IdentityProvider, SignInPolicy } from '#web/api/core.gen.ts'
import { put, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/signing.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { Directories } from './directories.tsx'
import { IdentityProviders } from './identity-providers.tsx'

const POLICY = '/core/auths/policy'
const REQUIRED = ['optional', 'administrators', 'everyone'] as const

/** How people sign in: the policy, the identity providers, and the directories people come from. */
export function SignIn() {
  const { data: providers, error } = useRead<IdentityProvider[]>('/core/identity-providers?page_size=500&sort=name&order=asc')
  return (
    <div className="grid gap-4">
      <Policy hasProvider={providers?.some(({ is_enabled }) => is_enabled) ?? false} />
      <IdentityProviders providers={providers} error={error} />
      <Directories />
    </div>
  )
}

function Policy({ hasProvider }: { hasProvider: boolean }) {
  const { data: policy, error } = useRead<SignInPolicy>(POLICY)
  const save = useChange((input: Partial<SignInPolicy>) => put<SignInPolicy>(POLICY, input, policy?.revision), [POLICY])
  const set = (input: Partial<SignInPolicy>) => save.mutate(input, { onSuccess: () => tell(words.saved) })
  return (
    <Section title={words.policy}>
      {(error ?? save.error) && <FailureNote error={(error ?? save.error) as Error} />}
      {!policy && !error && <Loading rows={2} />}
      {policy && (
        <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
          <SelectField
            label={words.passwords}
            hint={policy.password_forced ? words.forced : words.passwordsHint}
            value={policy.password}
            disabled={save.isPending || (policy.password === 'on' && !hasProvider)}
            onChange={({ target }) => set({ password: target.value as SignInPolicy['password'] })}
          >
            <option value="on">{words.passwordsOn}</option>
            <option value="off">{words.passwordsOff}</option>
          </SelectField>
          <SelectField
            label={words.factorFor}
            hint={words.factorForHint}
            value={policy.second_factor}
            disabled={save.isPending}
            onChange={({ target }) => set({ second_factor: target.value as SignInPolicy['second_factor'] })}
          >
            {REQUIRED.map((who) => (
              <option key={who} value={who}>
                {words.required[who]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </Section>
  )
}
