import { useNavigate, useSearch } from '@tanstack/react-router'
import { text } from '#web/text/shell.ts'
import { PageBody, PageHeader } from '#web/ui/page.tsx'
import { DataStep } from './data-step.tsx'
import { PersonStep } from './person-step.tsx'
import { ProviderStep } from './provider-step.tsx'

const STEPS = 3

/** The first run: who one is, a model provider, and some data to ask. */
export function WelcomePage() {
  const navigate = useNavigate()
  const { step = 1 } = useSearch({ from: '/shell/welcome' })
  // Stands in the address: a password that was set is not asked for again by a page that is loaded anew.
  const next = () => void navigate({ to: '/welcome', search: { step: step + 1 }, replace: true })
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
