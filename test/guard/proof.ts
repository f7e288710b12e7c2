import { attacks } from '#connectors/sources/guard/corpus/attacks.ts'
import { OVERLOADS } from '#connectors/sources/guard/corpus/functions.ts'
import { goodStatement, randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { Guarded } from './guarded.ts'
import { mutated } from './mutate.ts'

export type Finding = { sql: string; why: string }

/** Every attack on the guard's dialect (each `every`th for a slice); the findings are those that passed. */
export async function proveAttacks(guarded: Guarded, every = 1): Promise<{ tried: number; passed: Finding[] }> {
  const tried = attacks(guarded.dialect).filter((_, index) => index % every === 0)
  const passed: Finding[] = []
  for (const { kind, sql } of tried) if ((await guarded.guard(sql)) !== null) passed.push({ sql, why: kind })
  return { tried: tried.length, passed }
}

/** Statements changed at random; the findings are those that passed the guard and touch what they may not. */
export async function proveMutations(guarded: Guarded, count: number, seed: number): Promise<{ tried: number; accepted: number; breaches: Finding[] }> {
  const random = randomOf(seed)
  const pool = attacks(guarded.dialect)
    .map(({ sql }) => sql)
    .filter((sql) => sql.length < 1000)
  const pick = () => (random() < 0.7 ? goodStatement(guarded.dialect, random) : (pool[Math.floor(random() * pool.length)] ?? ''))
  const breaches: Finding[] = []
  let accepted = 0
  for (let done = 0; done < count; done++) {
    const sql = mutated(pick(), pick(), random)
    const given = await guarded.guard(sql)
    if (given === null) continue
    accepted++
    const why = await guarded.breach(given)
    if (why !== null) breaches.push({ sql, why })
  }
  return { tried: count, accepted, breaches }
}

/** Analytical statements that the engine runs (where one is here); the findings are those the guard refuses. */
export async function proveGood(guarded: Guarded, count: number, seed: number): Promise<{ tried: number; refused: Finding[]; wrong: Finding[] }> {
  const random = randomOf(seed)
  const refused: Finding[] = []
  const wrong: Finding[] = []
  for (let done = 0; done < count; done++) {
    const sql = goodStatement(guarded.dialect, random)
    const reason = (await guarded.runs?.(sql)) ?? null
    if (reason !== null) wrong.push({ sql, why: reason })
    const given = await guarded.guard(sql)
    if (given === null) refused.push({ sql, why: 'refused' })
    else if (reason === null && guarded.runs && given !== sql) {
      const broken = await guarded.runs(given)
      if (broken !== null) wrong.push({ sql: given, why: `as guarded: ${broken}` })
    }
  }
  return { tried: count, refused, wrong }
}

/** Calls of listed names for which the database has a function of its own; the findings are those that reach it. */
export async function proveOverloads(guarded: Guarded): Promise<Finding[]> {
  const reached: Finding[] = []
  for (const sql of OVERLOADS.statements) {
    const given = await guarded.guard(sql)
    const why = given === null ? null : await guarded.breach(given)
    if (why !== null) reached.push({ sql, why })
  }
  return reached
}
