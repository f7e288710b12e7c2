import type { Answering } from '#domain/agent/completions/completions.ts'
import { Session } from '#domain/agent/sessions/session-shape.ts'
import { AboutRequest, startFromChart } from '#domain/agent/sessions/start-from-chart.ts'
import { StepChoices, StepChoicesQuery, stepChoices } from '#domain/agent/steps/step-choices.ts'
import { NewStep, Step, stepParams, takeStep } from '#domain/agent/steps/take-step.ts'
import { json, resource } from '#http/reply.ts'
import { body, createRouter, onObject, reply, route } from '#http/router.ts'

const access = onObject('session', 'edit', 'session_id', 'path', { scope: 'llm:completions' })
const path = '/sessions/{session_id}/messages/{message_id}/steps'

/** Work on what is shown without asking: begun with a chart, or changed from an answer. */
export const stepRouter = ({ lexicons }: Answering) =>
  createRouter()
    .openapi(
      route({
        method: 'post',
        path: '/sessions/about',
        operationId: 'createSessionAbout',
        summary: 'Begin a session about what a chart or a tile of a dashboard shows',
        description:
          'Its first turn is the query of the chart under what is chosen, its rows of now and how they are drawn, so that the next question goes on from it. No model is called.',
        access: { who: 'user', scope: 'llm:completions' },
        request: { body: body(AboutRequest) },
        responses: { 201: reply(Session, 'The session') },
        fails: [
          'not_found',
          'resource_disabled',
          'query_invalid',
          'query_failed',
          'query_timeout',
          'datasource_unreachable',
          'extraction_required',
          'ambiguous_join',
        ],
      }),
      async (c) => resource(c, await startFromChart(c.var.ctx, c.req.valid('json'), lexicons), 201),
    )
    .openapi(
      route({
        method: 'get',
        path,
        operationId: 'listStepChoices',
        summary: 'What can be done with an answer',
        description: 'Columns to group by and to filter, measures, what is below each group, and the filters that can be taken back; from the semantic layer.',
        access,
        request: { params: stepParams, query: StepChoicesQuery },
        responses: { 200: reply(StepChoices, 'The choices') },
        fails: ['not_found'],
      }),
      async (c) => {
        const { session_id, message_id } = c.req.valid('param')
        return json(c, await stepChoices(c.var.ctx, session_id, message_id, c.req.valid('query').attachment_id), 200)
      },
    )
    .openapi(
      route({
        method: 'post',
        path,
        operationId: 'takeStep',
        summary: 'Change an answer without asking again',
        description:
          'Filters, regroups, changes the period, drills down, measures something else, sorts, cuts or redraws the answer. Each step is a semantic query with the rights of the caller; no model is called. It is kept in the session as a turn of its own; a step may be taken from any answer of the session, which is how one is undone. Its `words` are German where `Accept-Language` likes that best, else English.',
        access,
        request: { params: stepParams, body: body(NewStep) },
        responses: { 201: reply(Step, 'The turn it is kept as') },
        fails: ['not_found', 'query_invalid', 'query_failed', 'query_timeout', 'datasource_unreachable', 'resource_disabled', 'ambiguous_join'],
      }),
      async (c) => {
        const { session_id, message_id } = c.req.valid('param')
        return json(c, await takeStep(c.var.ctx, session_id, message_id, c.req.valid('json'), lexicons), 201)
      },
    )
