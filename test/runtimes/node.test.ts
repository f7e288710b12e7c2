import { describe } from 'vitest'
import { localSmoke } from './local-smoke.ts'

describe('Node', () => localSmoke('node'))
