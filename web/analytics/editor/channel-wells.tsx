import type { ChartPreview, ChartSpec } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/charts.ts'
import { SelectField } from '#web/ui/field.tsx'

type Channels = Record<string, { field?: string } | undefined>
const CHANNELS = ['x', 'y', 'color', 'theta', 'size', 'text'] as const

type ChannelWellsProps = {
  preview: ChartPreview
  spec: ChartSpec | null
  failedAt: { path: string; message: string } | null
  onChange: (spec: ChartSpec) => void
}

/** Which column of a statement's result stands where in the picture. */
export function ChannelWells({ preview, spec: own, failedAt, onChange }: ChannelWellsProps) {
  const spec = own ?? (preview.spec as ChartSpec | null)
  const channels = spec?.encoding as Channels | undefined
  if (!spec || !channels) return <p className="text-sm text-muted">{text.noChannels}</p>
  const shown = CHANNELS.filter((name) => channels[name]?.field !== undefined || name === 'color')
  function put(name: string, field: string) {
    const before = channels?.[name]
    const encoding: Channels = { ...channels, [name]: field === '' ? undefined : { ...keptOf(before, field), field } }
    onChange({ ...spec, encoding: Object.fromEntries(Object.entries(encoding).filter(([, value]) => value !== undefined)) } as ChartSpec)
  }
  return (
    <div className="grid gap-3">
      {shown.map((name) => (
        <SelectField
          key={name}
          label={text.channels[name]}
          value={channels[name]?.field ?? ''}
          error={failedAt?.path.startsWith(`spec.encoding.${name}`) ? failedAt.message : null}
          onChange={({ target }) => put(name, target.value)}
        >
          <option value="">{text.noChannel}</option>
          {preview.data.columns.map((column) => (
            <option key={column.name} value={column.name}>
              {column.label}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}

/** What a channel keeps when another column takes its place: nothing that told of the one before. */
function keptOf(channel: object | undefined, field: string): object {
  if (!channel || (channel as { field?: string }).field === field) return channel ?? {}
  const { title: _title, type: _type, sort: _sort, ...kept } = channel as { title?: unknown; type?: unknown; sort?: unknown }
  return kept
}
