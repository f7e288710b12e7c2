/** One JSON Schema, as OpenAPI 3.1 writes it. */
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  nullable?: boolean
}
type Media = Record<string, { schema?: Schema }>
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Media }
  responses: Record<string, { content?: Media }>
}
export type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, Schema> } }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)
const key = (text: string): string => (isName(text) ? text : JSON.stringify(text))
const union = (parts: string[]): string => {
  const all = [...new Set(parts)]
  return all.length === 1 ? (all[0] ?? 'never') : all.map((part) => (/=>|&/.test(part) ? `(${part})` : part)).join(' | ')
}

function typeOf(schema: Schema | boolean | undefined): string {
  if (schema === undefined || typeof schema === 'boolean' || Object.keys(schema).length === 0) return 'unknown'
  const base = baseOf(schema)
  return schema.nullable ? union([base, 'null']) : base
}

function baseOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(typeOf))
  if (schema.allOf) return schema.allOf.map((part) => (/ \| /.test(typeOf(part)) ? `(${typeOf(part)})` : typeOf(part))).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return schema.prefixItems ? `[${schema.prefixItems.map(typeOf).join(', ')}]` : `Array<${typeOf(schema.items)}>`
    default:
      return schema.type === 'object' || schema.properties || schema.additionalProperties ? objectOf(schema) : 'unknown'
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(([name, member]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(member)}`)
  const more = additionalProperties === undefined || additionalProperties === false ? null : typeOf(additionalProperties)
  if (members.length === 0) return more === null ? 'Record<string, never>' : `Record<string, ${more}>`
  return more === null ? `{ ${members.join('; ')} }` : `{ ${members.join('; ')}; [more: string]: unknown }`
}

const jsonOf = (content: Media | undefined): string | null => (content?.['application/json'] ? typeOf(content['application/json'].schema) : null)

function parametersOf(parameters: Parameter[], place: string): string {
  const all = parameters.filter((parameter) => parameter.in === place)
  const members = all.map(({ name, required, schema }) => `${key(name)}${required || place === 'path' ? '' : '?'}: ${typeOf(schema)}`)
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`
}

function operationOf({ parameters = [], requestBody, responses }: Operation): string {
  const replies = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  // One that only sends a browser on answers nothing.
  const reply = replies.length === 0 ? 'null' : union(replies.map(([, { content }]) => jsonOf(content) ?? (content ? 'string' : 'null')))
  const body = jsonOf(requestBody?.content) ?? (requestBody ? 'FormData' : 'undefined')
  return `{ path: ${parametersOf(parameters, 'path')}; query: ${parametersOf(parameters, 'query')}; body: ${body}; reply: ${reply} }`
}

/** The TypeScript of one service's document: its schemas, and one interface with a member for each operation, `'GET /groups'`. */
export function typesOf(service: string, { paths, components }: Document): string {
  const schemas = Object.entries(components?.schemas ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const operation = methods[method]
        return operation ? [`  '${method.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}': ${operationOf(operation)}`] : []
      }),
    )
    .toSorted()
  const name = `${service[0]?.toUpperCase()}${service.slice(1)}Operations`
  return [
    "// Written by `npm run web:types` from the service's OpenAPI document.",
    ...schemas.map(([schema, shape]) => `export type ${schema} = ${typeOf(shape)}`),
    `export type ${name} = {`,
    ...operations,
    '}',
    '',
  ].join('\n')
}
