import { onEveryDatabase } from '../../platform/testing/index.ts'
import { sessionStoreSuite } from './store.suite.ts'

onEveryDatabase('session store', sessionStoreSuite)
