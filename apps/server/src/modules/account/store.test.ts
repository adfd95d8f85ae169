import { onEveryDatabase } from '../../platform/testing/index.ts'
import { accountStoreSuite } from './store.suite.ts'

onEveryDatabase('account store', accountStoreSuite)
