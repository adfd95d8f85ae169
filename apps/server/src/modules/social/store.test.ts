import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { identityStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('identity store', identityStoreSuite)
