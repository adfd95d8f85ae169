import { onEveryDatabase } from '../../platform/testing/index.ts'
import { meetingStoreSuite } from './store.suite.ts'

onEveryDatabase('meeting store', meetingStoreSuite)
