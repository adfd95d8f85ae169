import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { invitationStoreSuite } from './invitationStore.suite.ts'

describeOnEveryDatabase('invitation store', invitationStoreSuite)
