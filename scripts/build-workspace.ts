import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'vite'
import { headersFile } from '#http/workspace-headers.ts'
import { BUILT, STAMP, sourcesOf } from '#runtime/workspace/built.ts'
import { buildChartPage } from './chart-page.ts'

const root = join(import.meta.dirname, '..')
const REFERENCE = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const PACKED = /\.(?:js|css|html|svg|json|wasm|txt|webmanifest)$/
const SMALL = 1024

const sources = sourcesOf()
if (sources === null) throw new Error('web/ has no sources')
if (process.argv.includes('--if-needed') && existsSync(join(BUILT, STAMP)) && (await readFile(join(BUILT, STAMP), 'utf8')) === sources) process.exit(0)

// Built beside its place: whoever is served from there meanwhile finds all of the old or all of the new.
const fresh = join(root, `dist/.web-${process.pid}`)
try {
  mkdirSync(fresh, { recursive: true })
  const config = join(root, 'web/vite.config.ts')
  if (existsSync(config)) await build({ root: join(root, 'web'), configFile: config, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
  await buildEmbedded(join(fresh, 'embedded/assets'))
  await buildChartPage(join(fresh, 'embedded/assets'))
  // On Workers the files of the interactive reference come from here too.
  const reference = join(fresh, 'reference')
  mkdirSync(reference)
  const packaged = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await Promise.all(REFERENCE.map((name) => copyFile(join(packaged, name), join(reference, name))))
  const pages = readdirSync(fresh, { recursive: true, encoding: 'utf8' }).filter((path) => PACKED.test(path) && !path.startsWith('reference'))
  await Promise.all(pages.map((path) => pack(join(fresh, path))))
  writeFileSync(join(fresh, '_headers'), headersFile())
  writeFileSync(join(fresh, '.assetsignore'), '*.br\n.sources\n')
  writeFileSync(join(fresh, STAMP), sources)
  const before = join(root, `dist/.web-before-${process.pid}`)
  if (existsSync(BUILT)) renameSync(BUILT, before)
  renameSync(fresh, BUILT)
  rmSync(before, { recursive: true, force: true })
} finally {
  rmSync(fresh, { recursive: true, force: true })
}

/** The embedded page and its web components: their names are known to the service that answers with the page, those of their parts hold a hash. */
async function buildEmbedded(outDir: string): Promise<void> {
  const entry = (name: string) => join(root, 'web/embed', name)
  await build({
    root: join(root, 'web/embed'),
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssCodeSplit: true,
      modulePreload: false,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        input: { page: entry('page.ts'), elements: entry('elements.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: 'part-[hash:8].js', assetFileNames: '[name][extname]' },
      },
    },
  })
}

async function pack(path: string): Promise<void> {
  if (statSync(path).size < SMALL) return
  const body = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(body, { params }))
}
