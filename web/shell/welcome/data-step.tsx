import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addSample } from '#web/data/sample.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Card } from '#web/ui/page.tsx'

/** Some data to ask: one's own, or the sample. */
export function DataStep({ onAsk }: { onAsk: (model: string | null) => void }) {
  const [step, setStep] = useState(0)
  const sample = useMutation({ mutationFn: () => addSample(setStep), onSuccess: onAsk })
  return (
    <Card className="grid gap-4 p-5">
      <div>
        <h2 className="font-semibold">{text.welcome.data}</h2>
        <p className="mt-1 text-sm text-muted">{text.welcome.dataAbout}</p>
      </div>
      {sample.error && <FailureNote error={sample.error} />}
      {sample.isPending && (
        <div role="status" className="grid gap-2">
          <div className="h-1.5 overflow-hidden rounded-full bg-selected">
            <div className="h-full rounded-full bg-accent transition-[width] duration-150" style={{ width: `${(step + 1) * 25}%` }} />
          </div>
          <p className="text-sm text-muted">{text.welcome.sampleSteps[step]}</p>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => onAsk(null)}>
          {text.welcome.skip}
        </Button>
        <Link to="/data" className="control inline-flex items-center !px-3 font-medium hover:bg-sunken">
          {text.welcome.connect}
        </Link>
        <Button variant="primary" disabled={sample.isPending} onClick={() => sample.mutate()}>
          {text.welcome.sample}
        </Button>
      </div>
    </Card>
  )
}
