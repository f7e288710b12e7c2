import { Time as Known } from './time.tsx'

/** As `Time`, for what may never have been. */
export const Time = ({ at }: { at: string | null }) => (at === null ? <span className="text-muted">–</span> : <Known at={at} />)

export const bytes = (size: number): string => (size < 1000 ? `${size} B` : size < 1e6 ? `${(size / 1000).toFixed(0)} kB` : `${(size / 1e6).toFixed(1)} MB`)
