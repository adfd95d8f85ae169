import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { visitStoreSuite } from './visitStore.suite.ts'

describeOnEveryDatabase('visit store', visitStoreSuite)
