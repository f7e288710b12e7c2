import { controls as en } from '../en/controls.ts'

export const controls: typeof en = { ...en }
