import { useState } from 'react'
import type { Group, IdentityProvider } from '#web/api/core.gen.ts'
import { post, put, useChange, useRead } from '#web/api/paths.ts'
import { text as directoryWords } from '#web/text/directories.ts'
import { text as words } from '#web/text/signing.ts'
import { Button } from '#web/ui/button.tsx'
import { Check, Input, Select, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'

const PATH = '/core/identity-providers'

/** `key` names a row while it is written. */
type Mapping = IdentityProvider['group_mappings'][number] & { key: string }
type Draft = {
  name: string
  issuer: string
  client_id: string
  secret: string
  domains: string
  groupsClaim: string
  roleClaim: string
  idClaim: string
  adminValue: string
  allowed: string
  hours: string
  creates_accounts: boolean
  links_by_email: boolean
  trusts_email: boolean
  single_logout: boolean
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const draftOf = (provider: IdentityProvider | null): Draft => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  secret: '',
  domains: provider?.allowed_domains.join(', ') ?? '',
  groupsClaim: provider?.claims.groups ?? '',
  roleClaim: provider?.claims.role ?? '',
  idClaim: provider?.claims.external_id ?? '',
  adminValue:
    provider?.role_mappings
      .filter(({ role }) => role === 'admin')
      .map(({ value }) => value)
      .join(', ') ?? '',
  allowed: provider?.allowed_groups.join(', ') ?? '',
  hours: String(provider?.session_hours ?? 12),
  creates_accounts: provider?.creates_accounts ?? true,
  links_by_email: provider?.links_by_email ?? false,
  trusts_email: provider?.trusts_email ?? false,
  single_logout: provider?.single_logout ?? true,
})

type Props = { provider: IdentityProvider | null; onClose: () => void; onDone: (saved: IdentityProvider) => void }

export function IdentityProviderForm({ provider, onClose, onDone }: Props) {
  const [draft, setDraft] = useState(() => draftOf(provider))
  const [mappings, setMappings] = useState<Mapping[]>(() => (provider?.group_mappings ?? []).map((one) => ({ ...one, key: crypto.randomUUID() })))
  const { data: groups } = useRead<Group[]>('/core/groups?page_size=500')
  const save = useChange(() => {
    const { secret, domains, groupsClaim, roleClaim, idClaim, adminValue, allowed, hours, ...facts } = draft
    const others = provider?.role_mappings.filter(({ role }) => role !== 'admin') ?? []
    const body = {
      ...facts,
      ...(secret ? { client_secret: secret, ...(provider?.client_auth === 'none' ? { client_auth: 'client_secret_basic' } : {}) } : {}),
      claims: { groups: groupsClaim || null, role: roleClaim || null, external_id: idClaim || null },
      allowed_domains: listOf(domains),
      allowed_groups: listOf(allowed),
      role_mappings: [...listOf(adminValue).map((value) => ({ value, role: 'admin' })), ...others],
      group_mappings: mappings.flatMap(({ value, group_id }) => (value && group_id ? [{ value, group_id }] : [])),
      session_hours: Number(hours),
    }
    return provider ? put<IdentityProvider>(`${PATH}/${provider.id}`, body, provider.revision) : post<IdentityProvider>(PATH, body)
  }, [PATH, '/core/auths'])
  const at = (param: string) => (save.error?.param === param ? save.error.message : null)
  const field = (name: keyof Draft, param: string, label: string, more: { hint?: string; type?: string; required?: boolean; placeholder?: string } = {}) => (
    <TextField label={label} error={at(param)} value={String(draft[name])} onChange={({ target }) => setDraft({ ...draft, [name]: target.value })} {...more} />
  )
  const check = (name: 'creates_accounts' | 'links_by_email' | 'trusts_email' | 'single_logout', label: string, hint?: string) => (
    <Check label={label} {...(hint ? { hint } : {})} checked={draft[name]} onChange={({ target }) => setDraft({ ...draft, [name]: target.checked })} />
  )
  return (
    <FormDialog
      title={provider?.name ?? words.addProvider}
      wide
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!draft.name || !draft.issuer || !draft.client_id}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field('name', 'name', words.buttonName, { required: true })}
        {field('issuer', 'issuer', words.issuer, { required: true, type: 'url', placeholder: 'https://', hint: words.issuerHint })}
        {field('client_id', 'client_id', words.clientId, { required: true })}
        <TextField
          label={words.clientSecret}
          type="password"
          autoComplete="new-password"
          hint={provider?.has_client_secret ? words.secretKept : words.secretNone}
          error={at('client_secret')}
          value={draft.secret}
          onChange={({ target }) => setDraft({ ...draft, secret: target.value })}
        />
        {field('domains', 'allowed_domains', words.domains, { hint: words.domainsHint, placeholder: 'example.com' })}
        {field('hours', 'session_hours', words.hours, { type: 'number' })}
      </div>
      <div className="grid gap-3">
        {check('creates_accounts', words.creates)}
        {check('links_by_email', words.links, words.linksHint)}
        {check('trusts_email', words.trusts, words.trustsHint)}
        {check('single_logout', words.logout)}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('groupsClaim', 'claims.groups', words.groupsClaim, { hint: words.claimHint, placeholder: 'groups' })}
        {field('roleClaim', 'claims.role', words.roleClaim, { hint: words.claimHint, placeholder: 'roles' })}
        {field('adminValue', 'role_mappings', words.adminValue)}
        {field('allowed', 'allowed_groups', words.allowedGroups)}
        {field('idClaim', 'claims.external_id', directoryWords.externalId, { hint: directoryWords.externalIdHint, placeholder: 'sub' })}
      </div>
      {draft.groupsClaim && <Mappings mappings={mappings} groups={groups ?? []} onChange={setMappings} />}
    </FormDialog>
  )
}

function Mappings({ mappings, groups, onChange }: { mappings: Mapping[]; groups: Group[]; onChange: (mappings: Mapping[]) => void }) {
  const set = (key: string, change: Partial<Mapping>) => onChange(mappings.map((one) => (one.key === key ? { ...one, ...change } : one)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{words.mappings}</legend>
      {mappings.map(({ value, group_id, key }) => (
        <div key={key} className="flex flex-wrap items-center gap-2">
          <Input
            aria-label={words.mappingValue}
            placeholder={words.mappingValue}
            className="max-w-60"
            value={value}
            onChange={({ target }) => set(key, { value: target.value })}
          />
          <Select aria-label={words.mappingGroup} value={group_id} onChange={({ target }) => set(key, { group_id: target.value })}>
            <option value="">{words.mappingGroup}</option>
            {groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Button size="small" variant="ghost" onClick={() => onChange(mappings.filter((one) => one.key !== key))}>
            {words.removeMapping}
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...mappings, { value: '', group_id: '', key: crypto.randomUUID() }])}>
          {words.addMapping}
        </Button>
      </div>
    </fieldset>
  )
}
