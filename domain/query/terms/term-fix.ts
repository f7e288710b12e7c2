import { z } from 'zod'
import { Aggregate } from '../../semantics/semantic-query.ts'
import { QueryOutcome } from '../query-outcome.ts'
import { AnswerReason } from './answer-reason.ts'

const name = z.string().min(1).max(256)

/** What makes a word known that people use and the data source does not. */
export const TermFix = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('synonym').meta({ description: 'The word is another name of a table, or of a column' }),
      table: name,
      column: name.nullable().default(null).meta({ description: 'null: of the table itself' }),
    }),
    z.strictObject({
      kind: z.literal('value').meta({ description: 'The word stands for the rows with this value: a measure counts them' }),
      table: name,
      column: name,
      value: z.string().min(1).max(400),
    }),
    z.strictObject({
      kind: z.literal('measure').meta({ description: 'The word is another name of a measure; one that was only proposed is accepted' }),
      measure: name,
    }),
    z.strictObject({
      kind: z.literal('formula').meta({ description: 'The word names a new measure' }),
      table: name,
      aggregation: Aggregate,
      expression: z
        .string()
        .trim()
        .min(1)
        .max(2000)
        .nullable()
        .default(null)
        .meta({ description: 'As in a measure; null counts rows', example: 'price * quantity' }),
    }),
  ])
  .meta({ id: 'TermFix', example: { kind: 'synonym', table: 'Customer', column: 'Country' } })
export type TermFix = z.infer<typeof TermFix>

export const ProposedFix = z
  .object({
    fix: TermFix,
    label: z.string().meta({ description: 'What the word would mean, as the data source calls it', example: 'Country of Customer' }),
    likelihood: z.number().meta({ description: 'From 0 to 1, by spelling, common synonyms and the readings people chose for it', example: 0.75 }),
  })
  .meta({ id: 'ProposedFix' })
export type ProposedFix = z.infer<typeof ProposedFix>

export const TermFixed = z
  .object({
    term: z.string(),
    fix: TermFix,
    question: z.string().meta({ description: 'The question that had the word last, asked once more' }),
    answer: z
      .object({ explanation: z.string(), ...QueryOutcome.pick({ columns: true, rows: true, row_count: true }).shape })
      .nullable()
      .meta({ description: 'What it is answered with now, by the rights of the caller; null where it still is not' }),
    reason: AnswerReason.nullable().meta({ description: 'Why it still has no answer' }),
  })
  .meta({ id: 'TermFixed' })
export type TermFixed = z.infer<typeof TermFixed>
