import { useState } from 'react'
import type { Budget, Group, User } from '#web/api/core.gen.ts'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, SelectField, TextField } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'

const LIMITS = [
  'requests_per_minute',
  'requests_per_day',
  'tokens_per_day',
  'cost_per_day',
  'cost_per_month',
  'concurrent_questions',
  'audio_seconds_per_day',
] as const
const NAMES = {
  requests_per_minute: words.requestsMinute,
  requests_per_day: words.requestsDay,
  tokens_per_day: words.tokensDay,
  cost_per_day: words.costDay,
  cost_per_month: words.costMonth,
  concurrent_questions: words.concurrent,
  audio_seconds_per_day: words.speechDay,
}

export function Budgets() {
  const { data: budgets, error } = useRead<Budget[]>('/core/budgets?page_size=500')
  const { data: groups } = useRead<Group[]>('/core/groups?page_size=500')
  const { data: users } = useRead<User[]>('/core/users?page_size=500')
  const [adding, setAdding] = useState(false)
  const end = useChange((id: string) => remove(`/core/budgets/${id}`), ['/core/budgets'])
  const whose = ({ principal_type: type, principal_id: id }: Budget) =>
    type === 'everyone'
      ? words.everyone
      : ((type === 'group' ? groups?.find((group) => group.id === id)?.name : users?.find((user) => user.id === id)?.name) ?? id)
  return (
    <Section
      title={words.budgets}
      actions={
        <Button size="small" onClick={() => setAdding(true)}>
          {words.addBudget}
        </Button>
      }
    >
      {(error ?? end.error) && <FailureNote error={(error ?? end.error) as Error} />}
      {!budgets && !error && <Loading rows={2} />}
      {budgets?.length === 0 && <p className="text-sm text-muted">{words.noBudgets}</p>}
      {budgets && budgets.length > 0 && (
        <Table
          label={words.budgets}
          head={[{ text: words.whose }, ...LIMITS.map((limit) => ({ text: NAMES[limit], right: true })), { text: common.more, hidden: true }]}
        >
          {budgets.map((budget) => (
            <tr key={budget.id}>
              <Cell>{whose(budget)}</Cell>
              {LIMITS.map((limit) => {
                const value = budget[limit]
                return (
                  <Cell key={limit} right>
                    {value === null ? words.unlimited : count(value)}
                    {limit === 'tokens_per_day' && !budget.counts_cached_tokens && <span className="block text-xs text-muted">{words.withoutCached}</span>}
                  </Cell>
                )
              })}
              <Cell right>
                <RowMenu label={common.more} items={[{ text: common.delete, danger: true, run: () => end.mutate(budget.id) }]} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {adding && <NewBudget groups={groups ?? []} users={users ?? []} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function NewBudget({ groups, users, onClose }: { groups: Group[]; users: User[]; onClose: () => void }) {
  const [who, setWho] = useState('everyone')
  const [limits, setLimits] = useState<Record<string, string>>({})
  const [countsCached, setCountsCached] = useState(true)
  const create = useChange(() => {
    const [principal_type, principal_id] = who.split(' ')
    const set = Object.entries(limits).flatMap(([name, value]) => (value ? [[name, Number(value)]] : []))
    return post('/core/budgets', { principal_type, ...(principal_id ? { principal_id } : {}), ...Object.fromEntries(set), counts_cached_tokens: countsCached })
  }, ['/core/budgets'])
  return (
    <FormDialog
      title={words.addBudget}
      open
      onClose={onClose}
      busy={create.isPending}
      error={create.error}
      disabled={!Object.values(limits).some(Boolean)}
      onSubmit={() => create.mutate(undefined, { onSuccess: onClose })}
    >
      <SelectField label={words.whose} value={who} onChange={({ target }) => setWho(target.value)}>
        <option value="everyone">{words.everyone}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={`group ${id}`}>
            {words.group}: {name}
          </option>
        ))}
        {users.map(({ id, name }) => (
          <option key={id} value={`user ${id}`}>
            {words.user}: {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        {LIMITS.map((limit) => (
          <TextField
            key={limit}
            label={NAMES[limit]}
            type="number"
            min={0}
            step={limit.startsWith('cost') ? 'any' : 1}
            value={limits[limit] ?? ''}
            onChange={({ target }) => setLimits({ ...limits, [limit]: target.value })}
          />
        ))}
      </div>
      <Check label={words.countsCached} checked={countsCached} onChange={({ target }) => setCountsCached(target.checked)} />
    </FormDialog>
  )
}
