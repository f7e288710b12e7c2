import { testAlone } from './alone.ts'

testAlone('bench')
