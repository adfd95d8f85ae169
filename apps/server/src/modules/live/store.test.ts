import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { liveStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('live store', liveStoreSuite)
