import { useQuery } from '@tanstack/react-query'
import { LoaderCircle, Mic, Square } from 'lucide-react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { tellFailure } from '#web/ui/toasts.tsx'
import { type SpokenAbout, useRecording } from './use-recording.ts'

/** Speaks a question. Absent where speech is not set up, or the browser cannot record. */
export function Microphone({ about, onText }: { about: SpokenAbout; onText: (text: string) => void }) {
  const { data: config } = useQuery({ ...queryOf('audio_config', 'GET /audio/config', {}), staleTime: 600_000 })
  const { state, level, toggle } = useRecording(about, onText, tellFailure)
  if (!config || config.engine === 'none' || !navigator.mediaDevices || typeof MediaRecorder === 'undefined') return null
  const label = state === 'on' ? text.stopRecording : state === 'writing' ? text.writingDown : text.speak
  return (
    <span className="flex items-center gap-1.5">
      {state === 'on' && <meter min={0} max={1} value={level} aria-label={text.loudness} className="h-2 w-12" />}
      <IconButton label={label} onClick={toggle} disabled={state === 'writing'} aria-pressed={state === 'on'}>
        {state === 'on' ? <Square size={14} /> : state === 'writing' ? <LoaderCircle size={15} className="motion-safe:animate-spin" /> : <Mic size={15} />}
      </IconButton>
    </span>
  )
}
