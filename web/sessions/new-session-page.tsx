import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Select } from '#web/ui/form.tsx'
import { PageBody, PageHeader } from '#web/ui/page.tsx'
import { useAsk } from './ask.ts'
import { Composer } from './composer.tsx'
import { Question, Words } from './turns.tsx'

export function NewSessionPage() {
  const search = useSearch({ from: '/shell/' })
  const navigate = useNavigate()
  const { data: models } = useQuery(queryOf('model', 'GET /core/models', { query: { page_size: 100 } }))
  const [chosen, setChosen] = useState(search.model)
  const { asking, ask, stop } = useAsk()
  // One that has data to answer from comes first.
  const model = chosen ?? models?.find(({ datasource_ids }) => datasource_ids.length > 0)?.name ?? models?.[0]?.name
  async function begin(question: string) {
    const sessionId = await ask(question, model ? { model } : {})
    if (sessionId) void navigate({ to: '/sessions/$sessionId', params: { sessionId } })
  }
  return (
    <>
      <PageHeader title={text.newTitle} />
      <PageBody width="reading">
        {asking ? (
          <>
            <Question>{asking.question}</Question>
            {asking.error ? <FailureNote error={asking.error} /> : <Words>{asking.text || `${text.working} …`}</Words>}
          </>
        ) : (
          <h2 className="mt-[16dvh] text-2xl font-semibold tracking-tight">{text.heading}</h2>
        )}
      </PageBody>
      <Composer
        key={search.ask ?? ''}
        initial={search.ask ?? ''}
        isRunning={asking?.isRunning ?? false}
        onAsk={(question) => void begin(question)}
        onStop={stop}
      >
        <Select aria-label={text.model} value={model ?? ''} onChange={(event) => setChosen(event.target.value)} className="!h-7 text-xs">
          {models?.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Composer>
    </>
  )
}
