/**
 * How `npm test` runs each proof and bench of package.json at its `--smoke` size. `alone`: in a process of its own, because it starts others or times itself.
 * `together`: one after the other in one process, which loads the product once. `stands`: a test of `npm test` does as much or more with the same module, and is
 * named here in place of a second run.
 */
export type Smoke = 'alone' | 'together' | { stands: string; module: string }

export const SMOKES: Record<string, Smoke> = {
  'bench:analyst': 'together',
  'bench:audio': 'together',
  'bench:charts': 'together',
  'bench:dashboards': 'alone',
  'bench:events': 'alone',
  'bench:exchange': 'together',
  'bench:fairness': 'alone',
  'bench:fit': 'together',
  'bench:fit-grammar': 'together',
  'bench:http': 'alone',
  'bench:llm': 'alone',
  'bench:query': 'alone',
  'bench:question': 'alone',
  'bench:readings': 'together',
  'bench:semantic': 'together',
  'bench:sessions': 'alone',
  'bench:start': 'alone',
  'prove:abort': 'alone',
  'prove:audio': 'together',
  'prove:authz': 'together',
  'prove:bombs': 'alone',
  'prove:charts': 'together',
  'prove:clients': { stands: 'test/clients/clients.test.ts', module: '#test/clients/all.ts' },
  'prove:crash': { stands: 'test/crash/crash.test.ts', module: '#test/crash/crash.ts' },
  'prove:dashboard-filters': 'together',
  'prove:embed': { stands: 'test/embed/embed.test.ts', module: '#test/embed/journeys.ts' },
  'prove:extraction': 'alone',
  'prove:faults': { stands: 'test/fault-server/faults.test.ts', module: '#test/fault-server/trial.ts' },
  'prove:fuzz': 'together',
  'prove:guard': 'together',
  'prove:hostile-model': 'together',
  'prove:jobs': 'alone',
  'prove:lake': 'together',
  'prove:lending': 'together',
  'prove:routes': { stands: 'test/specification/rows.test.ts', module: '#test/specification/rows.ts' },
  'prove:row-filters': 'together',
  'prove:semantic': 'together',
  'prove:sources': 'together',
  'prove:ssrf': 'together',
  'prove:workspace': { stands: 'test/workspace/workspace.test.ts', module: '#test/workspace/journeys.ts' },
}
