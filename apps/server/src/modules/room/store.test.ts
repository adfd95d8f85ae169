import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { roomStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('room store', roomStoreSuite)
