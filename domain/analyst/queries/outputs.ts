import type { ColumnReference, GroupPart, MeasurePart } from '#domain/analyst/reading/draft.ts'
import { snakeCase } from '#domain/semantics/compile/output-names.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { AggregateMeasure, QueryDimension, QueryMeasure, RatioMeasure } from '#domain/semantics/semantic-query.ts'

/** Named outputs under construction; equal parts are kept once. */
export class Outputs {
  readonly dimensions: QueryDimension[] = []
  readonly measures: QueryMeasure[] = []
  private readonly names = new Map<string, string>()

  dimension({ table, column, grain = null }: ColumnReference & { grain?: GroupPart['grain'] }, hidden = false): string {
    const key = `${table.name}.${column.name}.${grain}`
    const known = this.names.get(key)
    if (known !== undefined) {
      const entry = this.dimensions.find((item) => item.name === known)
      if (entry && !hidden) delete entry.hidden
      return known
    }
    const name = this.free(key, grain === null ? snakeCase(column.name) : `${snakeCase(column.name)}_${grain}`, table)
    this.dimensions.push({ table: table.name, column: column.name, name, ...(grain === null ? {} : { grain }), ...(hidden ? { hidden } : {}) })
    return name
  }

  measure(part: MeasurePart, hidden = false): string {
    const { aggregate, table, column, named, expression, ratio } = part
    const key = named ?? (ratio && JSON.stringify(ratio)) ?? `${aggregate}(${table.name}.${expression ? JSON.stringify(expression.of) : (column?.name ?? '*')})`
    const known = this.names.get(key)
    if (known !== undefined) {
      const entry = this.measures.find((item) => item.name === known)
      if (entry && !hidden) delete entry.hidden
      return known
    }
    const wanted = named ?? (ratio && (ratio.percent ? 'percentage' : 'ratio')) ?? expression?.name ?? `${aggregate}_${column?.name ?? table.name}`
    const name = this.free(key, snakeCase(wanted), table)
    this.measures.push({ ...(ratio ? ratioMeasure(ratio) : named === null ? aggregateOf(part) : { measure: named }), name, ...(hidden ? { hidden } : {}) })
    return name
  }

  private free(key: string, wanted: string, table: LayerTable): string {
    const taken = new Set(this.names.values())
    let name = wanted
    for (let number = 1; taken.has(name); number++) name = number === 1 ? `${snakeCase(table.name)}_${wanted}` : `${wanted}_${number}`
    this.names.set(key, name)
    return name
  }
}

function ratioMeasure({ percent, ...ratio }: NonNullable<MeasurePart['ratio']>): RatioMeasure {
  return { ratio, ...(percent ? { percent } : {}) }
}

export function aggregateOf({ aggregate, table, column, expression }: MeasurePart): AggregateMeasure {
  return { aggregate, table: table.name, ...(expression ? { expression: expression.of } : column ? { column: column.name } : {}) }
}
