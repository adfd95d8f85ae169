import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { alarmStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('alarm store', alarmStoreSuite)
