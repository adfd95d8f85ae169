import { onEveryDatabase } from '../../platform/testing/index.ts'
import { identityStoreSuite } from './store.suite.ts'

onEveryDatabase('identity store', identityStoreSuite)
