import { onEveryDatabase } from '../../platform/testing/index.ts'
import { challengeStoreSuite } from './store.suite.ts'

onEveryDatabase('challenge store', challengeStoreSuite)
