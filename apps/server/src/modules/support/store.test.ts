import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { complaintStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('complaint store', complaintStoreSuite)
