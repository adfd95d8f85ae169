import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { smsStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('sms store', smsStoreSuite)
