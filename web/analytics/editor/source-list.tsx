import { Link } from '@tanstack/react-router'
import { Database } from 'lucide-react'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text } from '#web/text/charts.ts'

export const SourceList = ({ sources }: { sources: Datasource[] }) => (
  <section aria-labelledby="sources" className="grid gap-3">
    <h2 id="sources" className="font-semibold">
      {text.chooseSource}
    </h2>
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))] gap-3">
      {sources.map(({ id, name, type }) => (
        <li key={id}>
          <Link
            to="/analytics/charts/new"
            search={{ source: id }}
            className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 hover:border-line-strong"
          >
            <Database size={16} className="text-muted" aria-hidden="true" />
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium">{name}</span>
              <span className="text-xs text-muted">{type}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
