import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Sealed } from '#db/schema/catalog.ts'
import { deployment } from '#db/schema/identity.ts'
import { parseMasterKeys } from './master-keys.ts'
import { type MakeOpener, newCheckValue, openVault, type Vault } from './vault.ts'

const name = 'vault-check'

async function readCheckValue(db: Database): Promise<string | undefined> {
  const [row] = await db.select({ value: deployment.value }).from(deployment).where(eq(deployment.name, name))
  return row?.value
}

/**
 * Opens this deployment's vault with `masterKeys` (the form of `QUERENT_MASTER_KEYS`). The first start stores the check value; several starting
 * together agree on one. A start with a new active key seals the check value anew. Throws on malformed keys and on keys of another deployment.
 */
export async function loadVault(db: Database, masterKeys: string, makeOpener?: MakeOpener): Promise<Vault> {
  const keys = parseMasterKeys(masterKeys)
  let stored = await readCheckValue(db)
  if (stored === undefined) {
    const value = JSON.stringify(await newCheckValue(keys))
    await db.insert(deployment).values({ name, value }).onConflictDoNothing()
    stored = (await readCheckValue(db)) ?? value
  }
  const check: Sealed = JSON.parse(stored)
  const vault = await openVault(keys, check, makeOpener)
  if (check.kid !== vault.kid) {
    const renewed = JSON.stringify(await vault.checkValue())
    await db
      .update(deployment)
      .set({ value: renewed })
      .where(and(eq(deployment.name, name), eq(deployment.value, stored)))
  }
  return vault
}
