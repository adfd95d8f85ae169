import { onEveryDatabase } from '../../platform/testing/index.ts'
import { invitationStoreSuite } from './invitationStore.suite.ts'

onEveryDatabase('invitation store', invitationStoreSuite)
