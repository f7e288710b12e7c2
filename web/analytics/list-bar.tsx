import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { text } from '#web/text/analytics.ts'
import { Input, Select } from '#web/ui/field.tsx'
import type { ListSearch } from './search.ts'
import { TagChosen } from './tags.tsx'
import { useSearchChange } from './use-search-change.ts'

const WAIT_MS = 250

/** What narrows and orders a list; all of it stands in the address. */
export function ListBar({ search, sorts, children }: { search: ListSearch; sorts: NonNullable<ListSearch['sort']>[]; children?: ReactNode }) {
  const change = useSearchChange()
  const [typed, setTyped] = useState(search.q ?? '')
  useEffect(() => setTyped(search.q ?? ''), [search.q])
  useEffect(() => {
    if (typed === (search.q ?? '')) return
    const timer = setTimeout(() => change({ q: typed === '' ? undefined : typed }), WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, search.q, change])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="relative min-w-52 flex-1 md:max-w-72">
        <Search size={14} aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 text-faint" />
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="!pl-8"
        />
      </div>
      {children}
      <Select aria-label={text.owner} value={search.owner ?? ''} onChange={({ target }) => change({ owner: target.value === 'me' ? 'me' : undefined })}>
        <option value="">{text.everybody}</option>
        <option value="me">{text.mine}</option>
      </Select>
      <Select aria-label={text.sort} value={search.sort ?? 'updated_at'} onChange={({ target }) => change({ sort: target.value as ListSearch['sort'] })}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {text.sorts[sort]}
          </option>
        ))}
      </Select>
      <TagChosen tag={search.tag} />
      <label className="flex items-center gap-1.5 text-sm text-muted">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={search.favourite ?? false}
          onChange={({ target }) => change({ favourite: target.checked || undefined })}
        />
        {text.favourites}
      </label>
      <label className="flex items-center gap-1.5 text-sm text-muted">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={search.hidden ?? false}
          onChange={({ target }) => change({ hidden: target.checked || undefined })}
        />
        {text.showHidden}
      </label>
    </div>
  )
}
