import { onEveryDatabase } from '../../platform/testing/index.ts'
import { siteStoreSuite } from './store.suite.ts'

onEveryDatabase('site store', siteStoreSuite)
