import { dataMistakes } from './data-mistakes.ts'
import { lendingMistakes } from './lending-mistakes.ts'
import type { Mistake } from './mistake.ts'

export const MISTAKES: readonly Mistake[] = [...lendingMistakes, ...dataMistakes]
