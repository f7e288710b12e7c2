import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, Calculator, CircleHelp, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { count, duration, instant } from '#web/ui/formats.ts'
import { Popover } from '#web/ui/popover.tsx'
import { type Basis, basisOf, type QueryAttachment } from '../shapes.ts'
import { Sql } from './sql-view.tsx'

const LOOKS: Record<Basis, { tone: string; icon: ReactNode }> = {
  verified_query: { tone: 'text-ok bg-ok-soft', icon: <BadgeCheck size={13} aria-hidden="true" /> },
  semantic_layer: { tone: 'text-accent bg-accent-soft', icon: <Calculator size={13} aria-hidden="true" /> },
  model_sql: { tone: 'text-warn bg-warn-soft', icon: <CircleHelp size={13} aria-hidden="true" /> },
  edited_sql: { tone: 'text-warn bg-warn-soft', icon: <Pencil size={13} aria-hidden="true" /> },
}

/** How far an answer can be relied on, by rule from what ran; it opens what the answer rests on. */
export function BasisLabel({ query }: { query: QueryAttachment }) {
  const basis = basisOf(query)
  const { tone, icon } = LOOKS[basis]
  return (
    <Popover
      label={text.restsOn}
      className="w-96"
      trigger={
        <button type="button" className={classNames('inline-flex h-5 min-w-0 items-center gap-1 rounded-full px-2 text-xs font-medium hover:underline', tone)}>
          {icon}
          <span className="truncate">{query.provenance.without_model ? text.withoutModel(text.basis[basis]) : text.basis[basis]}</span>
        </button>
      }
    >
      <RestsOn query={query} basis={basis} />
    </Popover>
  )
}

function RestsOn({ query, basis }: { query: QueryAttachment; basis: Basis }) {
  const { data: sources } = useQuery(queryOf('datasource', 'GET /semantic/datasources', { query: { page_size: 500 } }))
  const { tables, filtered_tables = [], row_filters_applied, ran_at, duration_ms, explanation, verified_query } = query.provenance
  const source = sources?.find(({ id }) => id === query.datasource_id)
  return (
    <div className="grid gap-3">
      <p className="text-muted">{text.basisTold[basis]}</p>
      {query.provenance.without_model && <p className="text-muted">{text.withoutModelTold}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {verified_query !== null && <Fact name={text.verifiedFor}>{verified_query}</Fact>}
        {source && (
          <Fact name={text.dataSource}>
            <Link to="/data/$sourceId" params={{ sourceId: source.id }} className="text-accent hover:underline">
              {source.name}
            </Link>
          </Fact>
        )}
        {tables.length > 0 && <Fact name={text.readTables}>{tables.join(', ')}</Fact>}
        <Fact name={text.rowFilters}>
          {!row_filters_applied ? text.noRowFilters : filtered_tables.length > 0 ? text.filteredTables(filtered_tables.join(', ')) : text.filtered}
        </Fact>
        {ran_at && <Fact name={text.when}>{`${instant(ran_at)} · ${duration(duration_ms)}`}</Fact>}
        <Fact name={text.size}>{query.truncated ? text.moreThan(count(query.row_count)) : text.rows(count(query.row_count))}</Fact>
      </dl>
      {explanation && <p>{explanation}</p>}
      {query.sql !== '' && <Sql>{query.sql}</Sql>}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
