import { testByKind } from './by-kind.ts'

testByKind('bench')
