import { z } from 'zod'
import { dismissUnmatchedTerm, listUnmatchedTerms, UnmatchedTerm, UnmatchedTermListQuery } from '#domain/semantics/layer/unmatched-terms.ts'
import { list, noContent } from '#http/reply.ts'
import { createRouter, onObject, reply, route } from '#http/router.ts'
import { datasourceParams } from './datasources.ts'

const edit = onObject('datasource', 'edit', 'datasource_id')
const term = z
  .string()
  .min(1)
  .max(80)
  .meta({ param: { name: 'term', in: 'path' }, example: 'churned' })

/** What people ask for in words the data source does not know: the synonyms worth adding. */
export const unmatchedTermRoutes = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/datasources/{datasource_id}/unmatched-terms',
      operationId: 'listUnmatchedTerms',
      summary: 'List words of questions that could not be placed',
      description:
        'Noted when the builtin analyst refuses a question, unless it was asked with `store:false`. The most frequent come first; a synonym or a measure that has the word makes it known.',
      access: edit,
      request: { params: datasourceParams, query: UnmatchedTermListQuery },
      responses: { 200: reply(z.array(UnmatchedTerm), 'Terms with the question that had them last') },
    }),
    async (c) => list(c, await listUnmatchedTerms(c.var.ctx, c.req.valid('param').datasource_id, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/datasources/{datasource_id}/unmatched-terms/{term}',
      operationId: 'dismissUnmatchedTerm',
      summary: 'Dismiss a word that could not be placed',
      access: edit,
      request: { params: datasourceParams.extend({ term }) },
      responses: { 204: { description: 'Gone, until a question has it again' } },
    }),
    async (c) => {
      const { datasource_id: id, term: word } = c.req.valid('param')
      await dismissUnmatchedTerm(c.var.ctx, id, word)
      return noContent(c)
    },
  )
