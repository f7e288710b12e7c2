import { z } from 'zod'

const UNITS: Record<string, string> = { string: 'characters', array: 'items', set: 'items', map: 'members', object: 'members', file: 'bytes' }

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  null: 'null',
  date: 'a date',
}

const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'an address such as https://example.com',
  datetime: 'a moment such as 2026-11-21T09:30:00.000Z',
  date: 'a date such as 2026-11-21',
  time: 'a time such as 09:30:00',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'text in base64',
  json_string: 'JSON',
}

const listed = (values: readonly unknown[]): string => values.map((value) => (typeof value === 'string' ? value || '""' : String(value))).join(', ')

const counted = (amount: unknown, unit: string): string => `${String(amount)} ${String(amount) === '1' ? unit.replace(/s$/, '') : unit}`

/** What a value breaks, in words a caller understands, where its schema has no words of its own. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined || issue.expected === 'nonoptional') return 'required'
      const expected = TYPES[issue.expected] ?? `of type ${issue.expected}`
      return Array.isArray(issue.input) && expected !== 'a list' ? `must be ${expected}, given once` : `must be ${expected}`
    }
    case 'invalid_value': {
      const needed = issue.input === undefined ? 'required: ' : 'must be '
      return issue.values.length === 1 ? `${needed}${listed(issue.values)}` : `${needed}one of ${listed(issue.values)}`
    }
    case 'too_big':
      return limit(issue.origin, issue.maximum, issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most')
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty'
      return limit(issue.origin, issue.minimum, issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least')
    case 'invalid_format':
      if (issue.format === 'regex') return `must have the form ${String(issue.pattern)}`
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'has not the right form'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_union':
      if (issue.input === undefined) return 'required'
      return Array.isArray(issue.options) && issue.options.length ? `must be one of ${listed(issue.options)}` : 'has none of the forms it may have'
    case 'invalid_key':
      return 'has a name it may not have'
    default:
      return 'is not valid'
  }
}

const limit = (origin: string, amount: unknown, how: string): string =>
  UNITS[origin] ? `must have ${how} ${counted(amount, UNITS[origin])}` : `must be ${how} ${String(amount)}`

/** From now on every schema says so, whoever parses with it. */
export function usePlainMessages(): void {
  z.config({ customError: plainMessage })
}
