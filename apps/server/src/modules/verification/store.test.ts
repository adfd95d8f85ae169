import { onEveryDatabase } from '../../platform/testing/index.ts'
import { verificationStoreSuite } from './store.suite.ts'

onEveryDatabase('verification store', verificationStoreSuite)
