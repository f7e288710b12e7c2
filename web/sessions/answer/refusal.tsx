import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import type { RefusalAttachment } from '#web/api/llm.gen.ts'
import { language } from '#web/text/language.ts'
import { text } from '#web/text/refusals.ts'

/** Why there is no answer, in a few words, and where that can be put right. */
export function Refusal({ reason, words, datasource_id }: RefusalAttachment) {
  const named = new Intl.ListFormat(language).format(words.map((word) => (language === 'de' ? `„${word}“` : `“${word}”`)))
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="inline-flex items-center gap-1.5">
        <CircleHelp size={14} aria-hidden="true" className="shrink-0" />
        {text.reasons[reason]}
      </span>
      {words.length > 0 && datasource_id !== null && (
        <Link to="/data/$sourceId/verified" params={{ sourceId: datasource_id }} className="text-accent hover:underline">
          {text.teach(named)}
        </Link>
      )}
      {reason === 'no_data_source' && (
        <Link to="/data" className="text-accent hover:underline">
          {text.bind}
        </Link>
      )}
    </p>
  )
}
