import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { invitationStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('invitation store', invitationStoreSuite)
