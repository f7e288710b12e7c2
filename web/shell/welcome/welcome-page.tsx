import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { text } from '#web/text/shell.ts'
import { PageBody, PageHeader } from '#web/ui/page.tsx'
import { DataStep } from './data-step.tsx'
import { PersonStep } from './person-step.tsx'
import { ProviderStep } from './provider-step.tsx'

const STEPS = 3

/** The first run: who one is, a model provider, and some data to ask. */
export function WelcomePage() {
  const navigate = useNavigate()
  const [step, setStep] = useState(1)
  const next = () => setStep(step + 1)
  return (
    <>
      <PageHeader title={text.welcome.title} />
      <PageBody width="reading">
        <p className="num text-xs text-muted">{text.welcome.step(step, STEPS)}</p>
        {step === 1 && <PersonStep onDone={next} />}
        {step === 2 && <ProviderStep onDone={next} />}
        {step === 3 && <DataStep onAsk={(model) => void navigate({ to: '/', search: model ? { model } : {} })} />}
      </PageBody>
    </>
  )
}
