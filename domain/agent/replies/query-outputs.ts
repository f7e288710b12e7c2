import { snakeCase } from '../../semantics/compile/output-names.ts'

type Facts = Record<string, unknown>

/** The name of the output a model means by the name of a column, of a measure or by an aggregate written out; what it wrote where none is plain. */
export function nearestOutput(written: string, query: Facts, note: (what: string) => void): string {
  const outputs = [...entries(query.measures), ...entries(query.dimensions)].map((entry) => ({ entry, name: nameOf(entry) }))
  if (outputs.some(({ name }) => name === written)) return written
  const wanted = plain(written)
  const alike = outputs.filter(({ entry, name }) => plain(name) === wanted || meanings(entry).some((text) => plain(text) === wanted))
  const [found] = alike
  if (alike.length !== 1 || !found) return written
  note('an output by another name')
  return found.name
}

const entries = (list: unknown): Facts[] => (Array.isArray(list) ? list.filter((each): each is Facts => typeof each === 'object' && each !== null) : [])

/** The name an output has, or is given by the compiler where the query has none. */
function nameOf({ name, measure, aggregate, table, column, grain }: Facts): string {
  if (typeof name === 'string') return name
  if (typeof measure === 'string') return snakeCase(measure)
  if (typeof aggregate === 'string') return snakeCase(`${aggregate}_${String(column ?? table ?? '')}`)
  return snakeCase(`${String(column ?? '')}${typeof grain === 'string' ? `_${grain}` : ''}`)
}

function meanings({ aggregate, table, column, measure }: Facts): string[] {
  const of = String(column ?? '')
  const texts = [of, `${String(table)}.${of}`, String(measure ?? '')]
  return (
    typeof aggregate === 'string' ? [...texts, `${aggregate}(${of || '*'})`, `${aggregate}(${String(table)}.${of})`, `${aggregate} ${of}`] : texts
  ).filter((text) => text !== '')
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
