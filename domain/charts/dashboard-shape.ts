import { z } from 'zod'
import { exampleId } from '../identifiers.ts'
import { stored, strict } from '../strict.ts'
import { held, switches } from './chart-shape.ts'
import { DashboardFilter } from './filters/filter.ts'
import { Tile } from './layout/tile.ts'

/** An origin as a frame's parent: `https://app.example.com`, a port allowed, `*.` in front of a host for its subdomains. */
const Origin = z
  .string()
  .max(300)
  .toLowerCase()
  .regex(/^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'an origin such as https://app.example.com')
  .refine((origin) => !/^https?:\/\/\*\.[^.:]+(:\d+)?$/.test(origin), 'the subdomains of one domain, such as https://*.example.com, not of all of a kind')

export const Embedding = strict({
  enabled: z.boolean().meta({ description: 'Switching it off ends every guest token of the dashboard' }),
  allowed_domains: z
    .array(Origin)
    .max(50)
    .meta({ description: 'Origins that may frame it; none named = nobody in production, anybody in development', example: ['https://app.example.com'] }),
  questions_per_day: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ description: 'How many questions all guests together may ask within 24 hours; as many as they like when absent' }),
}).meta({ id: 'Embedding' })

export const Dashboard = z
  .object({
    ...stored,
    dashboard_id: z.string(),
    title: z.string().meta({ example: 'Sales' }),
    description: z.string(),
    layout: z.array(Tile),
    filters: z.array(DashboardFilter),
    refresh_seconds: z.int(),
    embedded: Embedding,
    tags: z.array(z.string()),
    ...switches,
    is_favourite: z.boolean().meta({ description: 'Among the favourites of the caller' }),
    owner_id: z.string(),
    level: held,
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

const editable = {
  title: z.string().trim().min(1).max(200),
  description: z.string().max(4000),
  layout: z.array(Tile).max(100),
  filters: z.array(DashboardFilter).max(50),
  refresh_seconds: z.int().min(0).max(86_400).meta({ description: 'How often a viewer reads its data anew; 0 = never' }),
  embedded: Embedding,
  tags: z.array(z.string().trim().min(1).max(64)).max(50),
}
/** What a revision of a dashboard holds. */
export const DashboardContent = z.object(editable).omit({ embedded: true }).meta({ id: 'DashboardContent' })

export const NewDashboard = strict({
  ...editable,
  description: editable.description.default(''),
  layout: editable.layout.default([]),
  filters: editable.filters.default([]),
  refresh_seconds: editable.refresh_seconds.default(0),
  embedded: editable.embedded.default({ enabled: true, allowed_domains: [] }),
  tags: editable.tags.default([]),
}).meta({
  id: 'NewDashboard',
  example: {
    title: 'Sales',
    layout: [
      { type: 'text', text: '# Sales', x: 0, y: 0, w: 12, h: 1 },
      { chart_id: exampleId('cht'), x: 0, y: 1, w: 6, h: 4 },
    ],
  },
})
export const DashboardChange = strict(editable)
  .partial()
  .meta({ id: 'DashboardChange', example: { refresh_seconds: 60 } })
