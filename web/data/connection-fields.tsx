import type { DatasourceType } from '#web/api/semantic.gen.ts'
import { Check, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'

export type Values = Record<string, string>
type Property = {
  type?: string | string[]
  enum?: string[]
  description?: string
  items?: { type?: string }
  default?: unknown
  anyOf?: Property[]
  writeOnly?: boolean
  format?: string
}
type Field = { name: string; required: boolean; property: Property; kind: 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'other' }

/** What a type's connection is made of, by the schema the API gives with it: a new type needs no form of its own. */
export function fieldsOf(type: DatasourceType): Field[] {
  const schema = type.connection as { properties?: Record<string, Property>; required?: string[] }
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== 'connection_url')
    .map(([name, property]) => ({ name, property, required: schema.required?.includes(name) ?? false, kind: kindOf(property) }))
}

function kindOf(property: Property): Field['kind'] {
  if (property.enum) return 'choice'
  const type = Array.isArray(property.type) ? property.type[0] : property.type
  if (type === 'array') return property.items?.type === 'string' ? 'list' : 'other'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'object' ? 'other' : 'text'
}

const isSecret = (name: string) => /password|secret|token/.test(name)
const titleOf = (name: string) => {
  const text = name
    .replaceAll('_', ' ')
    .replace(/\bid\b/, 'ID')
    .replace(/\burl\b/, 'URL')
    .replace(/\bssl\b/, 'TLS')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function ConnectionFields({
  type,
  values,
  onChange,
  kept = [],
}: {
  type: DatasourceType
  values: Values
  onChange: (values: Values) => void
  kept?: string[]
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fieldsOf(type).map(({ name, required, property, kind }) => {
        const value = values[name] ?? ''
        const set = (text: string) => onChange({ ...values, [name]: text })
        const common = { label: titleOf(name), required: required && !kept.includes(name), ...(property.description ? { hint: property.description } : {}) }
        if (kind === 'other') return null
        if (kind === 'boolean')
          return <Check key={name} label={common.label} checked={value === 'true'} onChange={({ target }) => set(String(target.checked))} />
        if (kind === 'choice')
          return (
            <SelectField key={name} {...common} value={value || String(property.default ?? '')} onChange={({ target }) => set(target.value)}>
              {!required && property.default === undefined && <option value="" />}
              {property.enum?.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </SelectField>
          )
        if (kind === 'list') return <TextAreaField key={name} {...common} rows={2} value={value} onChange={({ target }) => set(target.value)} />
        return (
          <TextField
            key={name}
            {...common}
            type={isSecret(name) ? 'password' : kind === 'number' ? 'number' : 'text'}
            autoComplete={isSecret(name) ? 'new-password' : 'off'}
            placeholder={kept.includes(name) ? '••••••••' : property.default === undefined ? '' : String(property.default)}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        )
      })}
    </div>
  )
}

/** The connection as the API takes it; what was left empty is left out. */
export function valuesToConnection(type: DatasourceType, values: Values): Record<string, unknown> {
  const taken = fieldsOf(type).flatMap(({ name, kind }) => {
    const value = values[name]?.trim()
    if (!value) return []
    const parts = () =>
      value
        .split(/[\n,]/)
        .map((part) => part.trim())
        .filter(Boolean)
    return [[name, kind === 'number' ? Number(value) : kind === 'boolean' ? value === 'true' : kind === 'list' ? parts() : value]]
  })
  return Object.fromEntries(taken)
}

/** The fields a connection string names: it is taken apart here, so that one sees what was understood. */
export function fromConnectionString(text: string): Values {
  if (!/^[a-z][a-z0-9+]*:\/\/[^/]/i.test(text) || !URL.canParse(text)) return {}
  const url = new URL(text.replace(/^[a-z][a-z0-9+]*:/i, 'http:'))
  const named = {
    host: url.hostname,
    port: url.port,
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  const mode = url.searchParams.get('sslmode')
  return Object.fromEntries(Object.entries({ ...named, ...(mode ? { ssl_mode: mode } : {}) }).filter(([, value]) => value !== ''))
}
