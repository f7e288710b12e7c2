import { useState } from 'react'
import type { Chart, Dashboard } from '#web/api/analytics.gen.ts'
import type { Job, Model, Webhook } from '#web/api/core.gen.ts'
import { post, put, useChange, useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { useSignInWays } from '#web/shell/password/sign-in-ways.ts'
import { text as words } from '#web/text/jobs.ts'
import { Check, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { ReadersField } from './readers-field.tsx'
import { type Schedule, ScheduleFields } from './schedule-fields.tsx'

type Kind = Job['kind']
type Payload = Record<string, unknown>

/** What a job that is to be made begins with. */
export type JobStart = { kind: Kind; payload: Payload }
type JobFormProps = { job: Job | null; start?: JobStart | null; isAdmin: boolean; onClose: () => void }

/** What a job does, when, and whom it tells. */
export function JobForm({ job, start = null, isAdmin, onClose }: JobFormProps) {
  const [name, setName] = useState(job?.name ?? '')
  const [kind, setKind] = useState<Kind>(job?.kind ?? start?.kind ?? 'question')
  const [payload, setPayload] = useState<Payload>(job?.payload ?? start?.payload ?? {})
  const [schedule, setSchedule] = useState<Schedule>(job?.schedule ? { timezone: 'UTC', ...job.schedule } : null)
  const [isOn, setIsOn] = useState(job?.is_enabled ?? true)
  const [told, setTold] = useState<string[]>(job?.notify?.webhook_ids ?? [])
  const [readers, setReaders] = useState<string[]>(job?.notify?.user_ids ?? [])
  const ways = useSignInWays()
  const { data: webhooks } = useRead<Webhook[]>('/core/webhooks?page_size=500')
  const notify = { webhook_ids: told, user_ids: readers, on: job?.notify?.on ?? ['success', 'failure'] }
  const facts = { name, payload, schedule, notify, is_enabled: isOn }
  const save = useChange(() => (job ? put(`/core/jobs/${job.id}`, facts, job.revision) : post('/core/jobs', { ...facts, kind })), ['/core/jobs'])
  return (
    <FormDialog
      title={job?.name ?? words.add}
      wide
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!name}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.name} required value={name} onChange={({ target }) => setName(target.value)} />
        <SelectField
          label={words.kind}
          value={kind}
          disabled={job !== null}
          onChange={({ target }) => {
            setKind(target.value as Kind)
            setPayload(target.value === 'alert' ? { condition: { operator: 'above', value: 0 } } : target.value === 'maintenance' ? { task: 'retention' } : {})
          }}
        >
          {Object.entries(words.kinds).map(([value, text]) =>
            value === 'maintenance' && !isAdmin ? null : (
              <option key={value} value={value}>
                {text}
              </option>
            ),
          )}
        </SelectField>
      </div>
      <PayloadFields kind={kind} payload={payload} onChange={(change) => setPayload({ ...payload, ...change })} />
      <ScheduleFields schedule={schedule} onChange={setSchedule} />
      {ways?.password_reset && (
        <ReadersField ids={readers} onChange={setReaders} error={save.error?.param?.startsWith('notify.user_ids') ? save.error.message : null} />
      )}
      {webhooks && webhooks.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-sm font-medium">{words.notify}</legend>
          {webhooks.map((webhook) => (
            <Check
              key={webhook.id}
              label={webhook.name}
              hint={webhook.url}
              checked={told.includes(webhook.id)}
              onChange={({ target }) => setTold(target.checked ? [...told, webhook.id] : told.filter((id) => id !== webhook.id))}
            />
          ))}
        </fieldset>
      )}
      <Check label={words.on} checked={isOn} onChange={({ target }) => setIsOn(target.checked)} />
    </FormDialog>
  )
}

type FieldsProps = { payload: Payload; onChange: (change: Payload) => void }

function PayloadFields({ kind, payload, onChange }: FieldsProps & { kind: Kind }) {
  const choose = (member: string) => ({ value: String(payload[member] ?? ''), onChange: (id: string) => onChange({ [member]: id }) })
  const chart = <Choice<Chart> label={words.chart} path="/analytics/charts?page_size=500" name={({ title }) => title} {...choose('chart_id')} />
  const dashboard = (
    <Choice<Dashboard> label={words.dashboard} path="/analytics/dashboards?page_size=500" name={({ title }) => title} {...choose('dashboard_id')} />
  )
  switch (kind) {
    case 'question':
      return (
        <>
          <TextAreaField
            label={words.question}
            rows={2}
            required
            value={String(payload.question ?? '')}
            onChange={({ target }) => onChange({ question: target.value })}
          />
          <Choice<Model> label={words.model} path="/core/models?page_size=500" name={({ name }) => name} {...choose('model')} />
        </>
      )
    case 'extraction':
      return <Choice<Datasource> label={words.source} path="/semantic/datasources?page_size=500" name={({ name }) => name} {...choose('datasource_id')} />
    case 'chart_refresh':
      return chart
    case 'dashboard_refresh':
    case 'subscription':
      return kind === 'subscription' && payload.chart_id ? chart : dashboard
    case 'export':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          {chart}
          <SelectField label={words.format} value={String(payload.format ?? 'csv')} onChange={({ target }) => onChange({ format: target.value })}>
            {['csv', 'xlsx', 'parquet', 'ndjson', 'json'].map((format) => (
              <option key={format} value={format}>
                {format.toUpperCase()}
              </option>
            ))}
          </SelectField>
        </div>
      )
    case 'alert':
      return (
        <>
          {chart}
          <ConditionFields payload={payload} onChange={onChange} />
        </>
      )
    case 'maintenance':
      return (
        <SelectField label={words.task} value={String(payload.task ?? 'retention')} onChange={({ target }) => onChange({ task: target.value })}>
          {Object.entries(words.tasks).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      )
  }
}

type Condition = { operator: keyof typeof words.conditions; value?: number }

function ConditionFields({ payload, onChange }: FieldsProps) {
  const condition = (payload.condition ?? { operator: 'above', value: 0 }) as Condition
  const hasValue = condition.operator !== 'missing' && condition.operator !== 'unusual'
  const withOperator = (operator: Condition['operator']): Condition =>
    operator === 'missing' || operator === 'unusual' ? { operator } : { operator, value: condition.value ?? 0 }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label={words.ofRows} value={String(payload.of_rows ?? 'first')} onChange={({ target }) => onChange({ of_rows: target.value })}>
        {Object.entries(words.ofRowsNames).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.condition}
        value={condition.operator}
        onChange={({ target }) => onChange({ condition: withOperator(target.value as Condition['operator']) })}
      >
        {Object.entries(words.conditions).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {hasValue && (
        <TextField
          label={words.value}
          type="number"
          step="any"
          required
          value={condition.value ?? ''}
          onChange={({ target }) => onChange({ condition: { ...condition, value: target.valueAsNumber } })}
        />
      )}
    </div>
  )
}

type ChoiceProps<Item> = { label: string; path: string; name: (item: Item) => string; value: string; onChange: (id: string) => void }

function Choice<Item extends { id: string }>({ label, path, name, value, onChange }: ChoiceProps<Item>) {
  const { data: listed } = useRead<Item[]>(path)
  // What is chosen may stand in no list: the chart of an answer, or what others hid.
  const isListed = listed?.some(({ id }) => id === value) ?? true
  const { data: chosen } = useRead<Item>(isListed || value === '' ? null : `${path.slice(0, path.indexOf('?'))}/${value}`)
  const items = chosen ? [...(listed ?? []), chosen] : listed
  return (
    <SelectField label={label} required value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{words.choose}</option>
      {items?.map((item) => (
        <option key={item.id} value={item.id}>
          {name(item)}
        </option>
      ))}
    </SelectField>
  )
}
