import { z } from 'zod'
import type { Level, ResourceType } from '../allow.ts'
import { exampleId } from '../identifiers.ts'
import { TABLE_FORMATS } from '../query/table-file.ts'
import { strict } from '../strict.ts'
import { AlertCondition } from './alert-condition.ts'

const id = (description: string) => z.string().min(1).max(64).meta({ description })

/** What each kind of job is told to do. */
export const PAYLOADS = {
  extraction: strict({
    datasource_id: id('The data source whose schema is read again'),
    model: z.string().min(1).max(200).optional().meta({ description: 'Name of a model that describes; the built-in describer when absent' }),
    tables: z.array(z.string().min(1).max(256)).min(1).max(1000).optional(),
    include_samples: z.boolean().default(false).meta({ description: 'Show the model some values of each column; of a blind source (models_see_values) never' }),
  }).meta({ id: 'ExtractionJobPayload', example: { datasource_id: exampleId('ds') } }),
  question: strict({
    question: z.string().trim().min(1).max(10_000),
    model: z.string().min(1).max(200).meta({ description: 'Name or id of the model that answers', example: 'builtin' }),
    session_id: id('The session the answers are kept in; a new one for each run when absent').optional(),
  }).meta({ id: 'QuestionJobPayload', example: { question: 'What was the revenue of the last week?', model: 'builtin' } }),
  chart_refresh: strict({ chart_id: id('The chart whose rows are read anew') }).meta({ id: 'ChartRefreshJobPayload', example: { chart_id: exampleId('cht') } }),
  dashboard_refresh: strict({ dashboard_id: id('The dashboard whose charts are read anew') }).meta({
    id: 'DashboardRefreshJobPayload',
    example: { dashboard_id: exampleId('dsh') },
  }),
  export: strict({
    chart_id: id('The chart whose rows are saved'),
    format: z.enum([...TABLE_FORMATS, 'json']).default('csv'),
  }).meta({ id: 'ExportJobPayload', example: { chart_id: exampleId('cht'), format: 'xlsx' } }),
  subscription: strict({
    chart_id: id('The chart that is sent').optional(),
    dashboard_id: id('The dashboard whose charts are sent').optional(),
    formats: z
      .array(z.enum(['png', 'csv']))
      .min(1)
      .max(2)
      .default(['png', 'csv']),
    theme: z.enum(['light', 'dark']).default('light'),
  })
    .refine((payload) => (payload.chart_id === undefined) !== (payload.dashboard_id === undefined), { error: 'give either chart_id or dashboard_id' })
    .meta({ id: 'SubscriptionJobPayload', example: { dashboard_id: exampleId('dsh') } }),
  alert: strict({
    chart_id: id('The chart that shows the number'),
    column: z.string().min(1).max(256).optional().meta({ description: 'The column of the number; the first that holds numbers when absent' }),
    of_rows: z.enum(['first', 'last', 'sum', 'min', 'max']).default('first').meta({ description: 'Which of several rows, or what is made of them' }),
    condition: AlertCondition,
    tells_end: z.boolean().default(false).meta({ description: 'Tell also when the condition holds no more' }),
  }).meta({ id: 'AlertJobPayload', example: { chart_id: exampleId('cht'), condition: { operator: 'below', value: 1000 } } }),
  maintenance: strict({
    task: z.enum(['retention', 'integrity_check', 'backup']).meta({
      description:
        '`retention` forgets runs and deliveries that are old, and audit entries older than the settings say; `integrity_check` checks the database and the chain of the audit trail; `backup` copies a database that is a file into `DATA_DIR/backups`',
    }),
    keep_days: z
      .int()
      .min(1)
      .max(3_650)
      .optional()
      .meta({ description: 'For `retention`: how old runs and deliveries may be; as `retention.run_days` of the settings where it is absent' }),
    keep_copies: z.int().min(1).max(1_000).default(7).meta({ description: 'For `backup`: how many copies stay' }),
  }).meta({ id: 'MaintenanceJobPayload', example: { task: 'retention', keep_days: 30 } }),
}

export type JobKind = keyof typeof PAYLOADS
export type Payload<Kind extends JobKind> = z.infer<(typeof PAYLOADS)[Kind]>
export const KINDS = Object.keys(PAYLOADS) as [JobKind, ...JobKind[]]

/** The kinds told by their payloads, as the union a schema discriminates. */
export const ofEachKind = <Shape extends z.ZodRawShape>(name: string, shape: Shape, more: (kind: JobKind) => z.ZodRawShape = () => ({})) =>
  KINDS.map((kind) =>
    strict({ kind: z.literal(kind), payload: PAYLOADS[kind], ...more(kind), ...shape }).meta({ id: `${name}${titleOf(kind)}Job` }),
  ) as unknown as [z.ZodObject<Shape & { kind: z.ZodLiteral<JobKind>; payload: z.ZodType<Record<string, unknown>> }>]

const titleOf = (kind: JobKind): string =>
  kind
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('')

/** What the owner must hold for a run to begin, and while it lasts. `param` is the member of the job that names it. */
export type Need = { type: ResourceType; id: string; level: Level; param: string }

type Rights = { scope: string; needs: Need[]; isAdminOnly?: true }
const need = (type: ResourceType, payload: Record<string, unknown>, level: Level): Need[] => {
  const key = `${type}_id`
  return typeof payload[key] === 'string' ? [{ type, id: payload[key], level, param: `payload.${key}` }] : []
}

/** The scope a credential needs to make a job of this kind, and the rights its owner needs whenever it runs. */
export function rightsOf(kind: JobKind, payload: Record<string, unknown>): Rights {
  switch (kind) {
    case 'extraction':
      return { scope: 'semantic:write', needs: need('datasource', payload, 'edit') }
    case 'question':
      return { scope: 'llm:completions', needs: need('session', payload, 'edit') }
    case 'chart_refresh':
      return { scope: 'analytics:read', needs: need('chart', payload, 'view') }
    case 'dashboard_refresh':
      return { scope: 'analytics:read', needs: need('dashboard', payload, 'view') }
    case 'export':
    case 'alert':
      return { scope: 'analytics:read', needs: need('chart', payload, 'view') }
    case 'subscription':
      return { scope: 'analytics:read', needs: [...need('chart', payload, 'view'), ...need('dashboard', payload, 'view')] }
    case 'maintenance':
      return { scope: 'core:write', needs: [], isAdminOnly: true }
  }
}
