import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { meetingStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('meeting store', meetingStoreSuite)
