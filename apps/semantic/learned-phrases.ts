import {
  AcceptedPhrase,
  acceptLearnedPhrase,
  deleteLearnedPhrase,
  getLearnedPhrase,
  LearnedPhrase,
  LearnedPhraseChange,
  LearnedPhraseListQuery,
  LearnedPhrasePageQuery,
  listLearnedPhrases,
  updateLearnedPhrase,
} from '#domain/query/learned-phrases.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, onObject, reply, route } from '#http/router.ts'
import { asking } from './datasource-data.ts'

const edit = onObject('datasource', 'edit', 'learned_phrase_id')
/** Whoever chose it, and who may edit the data source. */
const own = { who: 'user' } as const

const accepted = createRouter().openapi(
  route({
    method: 'post',
    path: '/learned-phrases/{learned_phrase_id}/accept',
    operationId: 'acceptLearnedPhrase',
    summary: 'Make a learned phrase a synonym or a verified query',
    description:
      'A word becomes a synonym of the table or column it was read as, a question a verified query by whoever accepts it, which is run for one row first. The learned phrase is gone then.',
    access: edit,
    request: { params: idParam('learned_phrase_id', 'lph') },
    responses: { 200: reply(AcceptedPhrase, 'What it has become') },
    fails: ['precondition_failed', ...asking],
  }),
  async (c) => c.json(await acceptLearnedPhrase(c.var.ctx, c.req.valid('param').learned_phrase_id), 200),
)

/** What people chose where a question of theirs was asked back about. */
export const learnedPhrases = resourceRoutes(accepted, {
  path: '/learned-phrases',
  id: ['learned_phrase_id', 'lph'],
  item: LearnedPhrase,
  plural: 'LearnedPhrases',
  list: {
    of: 'readings people chose where they were asked back',
    answers:
      'Those of the data sources the caller may edit, and what he chose himself (`chosen_by`). Where a question would be asked back about, what the asker chose before is taken, else what holds for everybody.',
    query: LearnedPhraseListQuery,
    page: LearnedPhrasePageQuery,
    run: listLearnedPhrases,
  },
  read: { summary: 'Read a learned phrase', access: own, run: getLearnedPhrase },
  change: {
    summary: 'Change a learned phrase',
    access: edit,
    body: LearnedPhraseChange,
    fails: ['already_exists'],
    run: updateLearnedPhrase,
  },
  remove: {
    summary: 'Forget a learned phrase',
    description: 'For who may edit the data source, and for whoever chose it as long as it holds for nobody else.',
    access: own,
    run: deleteLearnedPhrase,
  },
})
