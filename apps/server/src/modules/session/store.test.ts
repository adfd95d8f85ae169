import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { sessionStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('session store', sessionStoreSuite)
