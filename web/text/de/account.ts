import { account as en } from '../en/account.ts'

export const account: typeof en = { ...en }
