import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first: begun last, one of them would run alone while the other processes stand idle. */
export const LONGEST: readonly string[] = [
  'test/workspace/workspace.test.ts',
  'bench/smokes/proofs.test.ts',
  'bench/smokes/benches.test.ts',
  'test/security/cells.test.ts',
  'test/runtimes/worker-bundle.test.ts',
  'test/runtimes/process.test.ts',
  'test/runtimes/workerd.test.ts',
  'test/runtimes/workspace-workerd.test.ts',
  'test/clients/clients.test.ts',
  'test/crash/crash.test.ts',
  'test/generated-clients/generated-clients.test.ts',
  'test/guides/guides.test.ts',
  'test/lending/scenes.test.ts',
  'cli/cli.test.ts',
  'test/package/package.test.ts',
  'test/deployment/deployment.test.ts',
  'test/row-filters/related.test.ts',
  'test/dashboard-filters/dashboard-filters.test.ts',
  'test/runtimes/node.test.ts',
  'test/runtimes/bun.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/security/order.test.ts',
  'connectors/sources/runner/pool.test.ts',
  'connectors/files/disk.test.ts',
  'test/conformance/conformance.test.ts',
  'test/row-filters/row-filters.test.ts',
  'test/ssrf/ssrf.test.ts',
  'apps/core/jobs.test.ts',
  'apps/llm/revoked.test.ts',
  'test/specification/rows.test.ts',
  'apps/llm/following.test.ts',
  'test/runtimes/bad-settings.test.ts',
  'test/leaving/workerd.test.ts',
]

const placeOf = ({ moduleId, project }: TestSpecification): number => {
  const place = LONGEST.indexOf(relative(project.config.root, moduleId))
  return place < 0 ? LONGEST.length : place
}

/** The longest files first, the others in the order Vitest gives them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => placeOf(left) - placeOf(right))
  }
}
