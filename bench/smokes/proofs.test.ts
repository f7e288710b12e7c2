import { testAlone } from './alone.ts'

testAlone('prove')
