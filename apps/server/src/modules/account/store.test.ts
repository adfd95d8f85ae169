import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { accountStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('account store', accountStoreSuite)
