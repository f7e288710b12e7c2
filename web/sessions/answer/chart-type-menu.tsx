import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { tellFailure } from '#web/ui/toasts.tsx'
import type { ChartAttachment, ChartType, QueryAttachment } from '../shapes.ts'

type ChartTypeMenuProps = {
  query: QueryAttachment
  chart: ChartAttachment | null
  onDraw: (chart: ChartAttachment) => void
  onType?: ((type: ChartType) => void) | undefined
}

/** Draws the same result in another way, of those its columns can carry. `onType` has it drawn and kept by the services. */
export function ChartTypeMenu({ query, chart, onDraw, onType }: ChartTypeMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['chart types', query.id, query.sql],
    queryFn: () => previewOf(query),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  async function draw(type: ChartType) {
    try {
      const { spec, chart_type } = await previewOf(query, type)
      const made = chart ?? { id: `${query.id}-chart`, type: 'chart' as const, title: text.table }
      onDraw({ ...made, chart_id: chart?.chart_id ?? null, chart_type, spec })
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <Menu
      align="end"
      label={text.chartType}
      onOpen={setOpen}
      trigger={
        <IconButton label={text.chartType}>
          <ChartColumn size={15} />
        </IconButton>
      }
    >
      {(data?.suggested_types ?? [chart?.chart_type ?? 'table']).map((type) => (
        <MenuItem key={type} isChosen={type === (chart?.chart_type ?? 'table')} onSelect={() => (onType ? onType(type) : void draw(type))}>
          {text.chartTypes[type]}
        </MenuItem>
      ))}
    </Menu>
  )
}

const previewOf = ({ datasource_id, semantic_query, sql }: QueryAttachment, chart_type?: ChartType) =>
  call('POST /analytics/charts/preview', {
    body: { datasource_id, query: semantic_query ? { semantic_query } : { sql }, ...(chart_type ? { chart_type } : {}), width: 320, height: 200 },
  })
