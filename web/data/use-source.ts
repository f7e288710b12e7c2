import { createContext, useContext } from 'react'
import type { Datasource } from '#web/api/semantic.gen.ts'

/** The data source of the page around. */
export const ShownSource = createContext<Datasource | null>(null)

/** The data source whose parts are shown, and whether the reader may change it. */
export function useSource(): { source: Datasource; mayEdit: boolean; owns: boolean } {
  const source = useContext(ShownSource)
  if (!source) throw new Error('no data source is shown here')
  return { source, mayEdit: source.level !== 'view', owns: source.level === 'own' }
}
