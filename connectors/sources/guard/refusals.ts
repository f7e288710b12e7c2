import { Failure } from '#domain/failure.ts'

/** Every refusal quotes only what the statement itself says: whether a thing exists cannot be told from it. */
const shown = (text: string): string => text.slice(0, 100)

export function statementNotAllowed(what: string, hint = 'write one SELECT over the tables of this data source'): Failure {
  return new Failure('statement_not_allowed', `${shown(what)} is not allowed in a statement`, { hint })
}

export function onlySelect(): Failure {
  return new Failure('statement_not_allowed', 'only a single SELECT may run', { hint: 'write one SELECT over the tables of this data source' })
}

export function functionNotAllowed(name: string): Failure {
  return new Failure('function_not_allowed', `the function ${shown(name)} is not allowed`, {
    hint: 'use functions over values: arithmetic, text, dates, aggregates',
  })
}

/** Of `a.b` where `a` has no column `b`: PostgreSQL takes it for the call `b(a)`. */
export function attributeNotAllowed(name: string): Failure {
  return new Failure('function_not_allowed', `there is no column ${shown(name)} to read here, and a function may not be called so`, {
    hint: 'use the columns of the tables in FROM',
  })
}

export function tableNotAllowed(name: string): Failure {
  return new Failure('table_not_allowed', `there is no table ${shown(name)} to read here`, { hint: 'use the tables of this data source' })
}

export function doesNotParse(hint: string): Failure {
  return new Failure('query_invalid', 'the statement does not parse', { hint: hint.slice(0, 300) })
}

export function tooComplex(): Failure {
  return new Failure('query_invalid', 'the statement is too long or too deeply nested')
}
