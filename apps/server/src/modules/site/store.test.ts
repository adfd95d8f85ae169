import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { siteStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('site store', siteStoreSuite)
