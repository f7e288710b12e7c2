import { data as en } from '../en/data.ts'

export const data: typeof en = { ...en }
