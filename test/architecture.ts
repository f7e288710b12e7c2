import { inlineWordLists } from './word-lists.ts'

/** One TypeScript file of the project: its path from the root, with `/`, and its text. */
export type SourceFile = { path: string; text: string }

type Import = { specifier: string; typeOnly: boolean }

/** Which folders each folder may import. */
const DIRECTIONS: Record<string, readonly string[]> = {
  db: ['db'],
  charts: ['charts'],
  domain: ['db', 'domain'],
  http: ['db', 'domain', 'http'],
  connectors: ['db', 'domain', 'charts', 'connectors'],
  apps: ['db', 'domain', 'http', 'apps'],
  runtime: ['db', 'domain', 'http', 'charts', 'connectors', 'apps', 'runtime'],
  web: ['charts', 'web'],
  // As any client, by HTTP: what it shares is types and lines of CSV.
  cli: ['domain', 'web', 'cli'],
}

/** Packages the domain is written with; everything else is a vendor's or a runtime's. */
const DOMAIN_PACKAGES = ['zod', 'drizzle-orm']
/** Packages one folder of the domain is written with. */
const DOMAIN_EXCEPTIONS: Record<string, string> = { jose: 'access', croner: 'jobs', 'scim2-parse-filter': 'directory' }
/** Packages the chart engine is written with. */
const CHART_PACKAGES = ['vega', 'vega-lite', 'vega-interpreter']
/** What opens connections, and the files that may: the network policies, what they are made of, and what serves. `fetch` itself is held by a lint rule, which knows names. */
const CALLS_OUT = ['node:net', 'node:tls', 'node:http', 'node:https', 'node:http2', 'node:dns', 'node:dns/promises', 'node:dgram', 'undici', 'nodemailer']
const MAY_CALL_OUT: Record<string, readonly string[]> = {
  'connectors/sources/safe-connect.ts': ['node:dns/promises', 'node:net', 'node:tls'],
  'connectors/sources/safe-fetch.ts': ['node:http'],
  // Given the addresses they may dial, or an open socket.
  'connectors/models/node-transport.ts': ['undici'],
  'connectors/mail/smtp-mailer.ts': ['nodemailer'],
  'connectors/sources/mysql/engine.ts': ['node:net'],
  'runtime/server-response.ts': ['node:http'],
  'runtime/node-server.ts': ['node:http'],
}
/** Where the `fetch` of the runtime is handed on to what checks each address before it is called, or calls what the operator's settings name. */
const MAY_NAME_FETCH = [
  ...['connectors/sources/safe-connect-edge.ts', 'runtime/outgoing.ts', 'runtime/edge/means.ts', 'runtime/remote-writes.ts'],
  ...['connectors/sources/remote.ts', 'runtime/files.ts', 'runtime/workspace/pass-on.ts', 'runtime/local-models.ts', 'runtime/telemetry/otlp.ts'],
]
const RUNS_ANYWHERE = ['charts', 'domain', 'http', 'apps']
const EMPTY_NAMES = /^(?:utils?|helpers?|common|libs?|misc|shared)$/
const MOST_LINES = 300

const top = (path: string): string => path.split('/')[0] ?? ''
const isTest = ({ path }: SourceFile): boolean =>
  /\.(?:test|cases|fixtures?)\.ts$|\/fixtures\.ts$/.test(path) || ['test', 'bench', 'scripts'].includes(top(path))
const isGenerated = ({ path }: SourceFile): boolean => path.endsWith('.gen.ts')
const isConfig = ({ path }: SourceFile): boolean => /^(?:web\/)?[^/]+\.config\.ts$/.test(path)
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** The code without its comments, so that neither rules nor examples are found in them. */
const withoutComments = (text: string): string => text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')

/** Every module a file names: static, dynamic and re-exported. */
export function importsOf(text: string): Import[] {
  const found = withoutComments(text).matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"()=;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...found].map(([, type, from, bare]) => ({ specifier: from ?? bare ?? '', typeOnly: type !== undefined }))
}

/** The file an import of the project leads to, from the root; `null` for a package. */
export function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return null
  const target = new URL(specifier, `file:///${path}`).pathname.slice(1)
  // A package that keeps its WebAssembly to itself is reached by path.
  return /^node_modules\/.*\.wasm$/.test(target) ? null : target
}

type Rule = (file: SourceFile) => string[]

/** Each rule answers what it finds wrong in one file. */
export const RULES: Record<string, Rule> = {
  'imports follow the direction of the folders': (file) => {
    const allowed = DIRECTIONS[top(file.path)]
    if (!allowed || isTest(file)) return []
    return importsOf(file.text).flatMap(({ specifier, typeOnly }) => {
      const target = targetOf(file.path, specifier)
      if (top(file.path) === 'domain' && typeOnly && target?.startsWith('charts/')) return []
      return target === null || target === 'package.json' || allowed.includes(top(target)) ? [] : [specifier]
    })
  },
  'an app imports no other app': (file) => {
    if (top(file.path) !== 'apps' || isTest(file)) return []
    const own = file.path.split('/').slice(0, 2).join('/')
    return importsOf(file.text).flatMap(({ specifier }) => {
      const target = targetOf(file.path, specifier)
      return target === null || top(target) !== 'apps' || target.startsWith(`${own}/`) ? [] : [specifier]
    })
  },
  'the domain knows no runtime, framework or vendor': (file) => {
    if (top(file.path) !== 'domain' || isTest(file)) return []
    return importsOf(file.text).flatMap(({ specifier, typeOnly }) => {
      if (targetOf(file.path, specifier) !== null || DOMAIN_PACKAGES.includes(packageOf(specifier))) return []
      if (packageOf(specifier) === '@ai-sdk/provider' && typeOnly) return []
      return DOMAIN_EXCEPTIONS[packageOf(specifier)] === file.path.split('/')[1] ? [] : [specifier]
    })
  },
  'charts know Vega and nothing else': (file) => {
    if (top(file.path) !== 'charts' || isTest(file)) return []
    return importsOf(file.text).flatMap(({ specifier }) => {
      return targetOf(file.path, specifier) !== null || CHART_PACKAGES.includes(packageOf(specifier)) ? [] : [specifier]
    })
  },
  'what runs on every runtime uses nothing of one': (file) => {
    if (!RUNS_ANYWHERE.includes(top(file.path)) || isTest(file)) return []
    const modules = importsOf(file.text).flatMap(({ specifier }) => specifier.match(/^(?:node|bun|cloudflare):.*/)?.[0] ?? [])
    return [...modules, ...(withoutComments(file.text).match(/\b(?:Buffer|process|Bun|Deno)\.\w+|\brequire\(/g) ?? [])]
  },
  'every outgoing call goes by the network policy': (file) => {
    if (isTest(file) || !['apps', 'connectors', 'db', 'domain', 'http', 'runtime'].includes(top(file.path))) return []
    const modules = importsOf(file.text).flatMap(({ specifier, typeOnly }) =>
      CALLS_OUT.includes(specifier) && !typeOnly && !MAY_CALL_OUT[file.path]?.includes(specifier) ? [specifier] : [],
    )
    const named = MAY_NAME_FETCH.includes(file.path)
      ? []
      : (withoutComments(file.text).match(/(?<!typeof )\b(?:globalThis|self)\.fetch\b|new WebSocket\(/g) ?? [])
    return [...modules, ...named]
  },
  'the environment is read where it becomes settings': (file) =>
    isTest(file) || ['runtime/command.ts', 'cli/main.ts'].includes(file.path)
      ? []
      : (withoutComments(file.text).match(/process\.env\b|Bun\.env\b|import\.meta\.env\b|process\[['"]env['"]\]/g) ?? []),
  'imports across folders begin with #, and name the file whole': (file) =>
    importsOf(file.text).flatMap(({ specifier }) => {
      const target = targetOf(file.path, specifier)
      if (target === null || target === 'package.json') return []
      const leaves = specifier.startsWith('.') && top(target) !== top(file.path)
      return leaves || !/\.(?:tsx?|json|css)$/.test(target) ? [specifier] : []
    }),
  'a file can be read at one sitting': (file) => {
    const lines = file.text.trimEnd().split('\n').length
    return isTest(file) || isGenerated(file) || lines <= MOST_LINES ? [] : [`${lines} lines`]
  },
  'no file only passes on others': (file) => {
    if (file.path === 'db/schema/schema.ts') return []
    const passes = withoutComments(file.text).match(/^export\s+\*.*$/gm) ?? []
    return file.path.endsWith('/index.ts') ? ['index.ts', ...passes] : passes
  },
  'names say what is inside': ({ path }) =>
    path
      .replace(/(?:\.(?:test|cases|gen|d))?\.tsx?$/, '')
      .split('/')
      .flatMap((part) => (EMPTY_NAMES.test(part) || !/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(part) ? [part] : [])),
  'no check is silenced': (file) =>
    file.path.startsWith('test/architecture')
      ? []
      : (file.text.match(/biome-ignore|@ts-(?:ignore|expect-error|nocheck)|eslint-disable|\bTODO\b|\bFIXME\b/g) ?? []),
  'words of a language stand in the lexicon of the analyst': inlineWordLists,
  'only entries have a default export': (file) =>
    isConfig(file) || /^(?:runtime\/worker(?:-[a-z]+)?|test\/runtimes\/source-worker)\.ts$/.test(file.path)
      ? []
      : (withoutComments(file.text).match(/^export default/gm) ?? []),
}

/** Everything wrong in `files`, one line each: path, then what was found. */
export const violations = (rule: string, files: SourceFile[]): string[] =>
  files.flatMap((file) => (RULES[rule]?.(file) ?? []).map((found) => `${file.path}: ${found}`))
