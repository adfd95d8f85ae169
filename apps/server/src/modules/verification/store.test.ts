import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { verificationStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('verification store', verificationStoreSuite)
