import { existsSync } from 'node:fs'
import { makeSigninLink } from '#domain/access/signins/links.ts'
import { Failure } from '#domain/failure.ts'
import { readEnvironment } from '#runtime/env.ts'
import { openLocal } from '#runtime/local.ts'
import { workspaceAddress } from '#runtime/origins.ts'
import { reason } from '#runtime/reason.ts'

/** `npm run signin-link -- <e-mail>`: prints a one-time link for whoever may read this deployment's database; the first administrator's without a name. */
try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const environment = readEnvironment(process.env)
  const local = await openLocal(environment, () => {})
  const { token } = await makeSigninLink(local.querent.systemContext('core'), process.argv[2] ?? environment.QUERENT_ADMIN_EMAIL)
  process.stdout.write(`${workspaceAddress(environment)}/link#${token}\n`)
  await local.close()
} catch (error) {
  process.stderr.write(`no link was made: ${error instanceof Failure ? error.message : reason(error)}\n`)
  process.exitCode = 1
}
