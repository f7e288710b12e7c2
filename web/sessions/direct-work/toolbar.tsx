import { useState } from 'react'
import { text } from '#web/text/work.ts'
import { FilterTool } from './filter-tool.tsx'
import { GroupTool } from './group-tool.tsx'
import { MeasureTool } from './measure-tool.tsx'
import { PeriodTool } from './period-tool.tsx'
import { SortTool } from './sort-tool.tsx'
import { Steps } from './undo-steps.tsx'
import { useChoices, type Work } from './use-work.ts'

/** What a tool of the bar is given: what can be done, and how it is done. */
export type ToolProps = { work: Work; choices: ReturnType<typeof useChoices>['data']; onOpen: (isOpen: boolean) => void }

/** The tools of direct work. What can be done is asked for when somebody reaches for it. */
export function Toolbar({ work }: { work: Work }) {
  const [isWanted, setWanted] = useState(false)
  const { data: choices } = useChoices(work.state, isWanted)
  const props: ToolProps = { work, choices, onOpen: (isOpen) => isOpen && setWanted(true) }
  return (
    <div
      role="toolbar"
      aria-label={text.tools}
      aria-busy={work.isBusy}
      onPointerEnter={() => setWanted(true)}
      className="flex min-h-9 items-center border-b border-line px-2"
    >
      <div className="flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto">
        <FilterTool {...props} />
        <GroupTool {...props} />
        <PeriodTool {...props} />
        <MeasureTool {...props} />
        <SortTool {...props} />
      </div>
      <Steps work={work} />
    </div>
  )
}
