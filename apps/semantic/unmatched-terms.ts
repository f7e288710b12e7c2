import { z } from 'zod'
import { TermFix, TermFixed } from '#domain/query/terms/term-fix.ts'
import { FixableTerm, fixTerm, listFixableTerms, undoFix } from '#domain/query/terms/term-fixes.ts'
import { dismissUnmatchedTerm, UnmatchedTermListQuery } from '#domain/semantics/layer/unmatched-terms.ts'
import { list, noContent } from '#http/reply.ts'
import { body, createRouter, onObject, reply, route } from '#http/router.ts'
import { asking } from './datasource-data.ts'
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
      responses: { 200: reply(z.array(FixableTerm), 'Terms with the question that had them last, and what would make them known') },
    }),
    async (c) => list(c, await listFixableTerms(c.var.ctx, c.req.valid('param').datasource_id, c.req.valid('query'))),
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
  .openapi(
    route({
      method: 'post',
      path: '/datasources/{datasource_id}/unmatched-terms/{term}/fix',
      operationId: 'fixUnmatchedTerm',
      summary: 'Make a word known, and ask again',
      description:
        'One of the proposed fixes, or another. It only ever adds a name, so that no question loses its reading; the question that had the word last is asked again by the rights of the caller.',
      access: edit,
      request: { params: datasourceParams.extend({ term }), body: body(TermFix) },
      responses: { 200: reply(TermFixed, 'What was done, and the answer the question has now') },
      fails: ['already_exists', ...asking],
    }),
    async (c) => {
      const { datasource_id: id, term: word } = c.req.valid('param')
      return c.json(await fixTerm(c.var.ctx, id, word, c.req.valid('json')), 200)
    },
  )
  .openapi(
    route({
      method: 'delete',
      path: '/datasources/{datasource_id}/unmatched-terms/{term}/fix',
      operationId: 'undoUnmatchedTermFix',
      summary: 'Take a fix back',
      access: edit,
      request: { params: datasourceParams.extend({ term }) },
      responses: { 204: { description: 'The word is unknown again' } },
    }),
    async (c) => {
      const { datasource_id: id, term: word } = c.req.valid('param')
      await undoFix(c.var.ctx, id, word)
      return noContent(c)
    },
  )
