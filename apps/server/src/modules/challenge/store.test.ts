import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { challengeStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('challenge store', challengeStoreSuite)
