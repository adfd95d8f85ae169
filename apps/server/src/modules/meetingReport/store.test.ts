import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { meetingReportStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('meeting report store', meetingReportStoreSuite)
