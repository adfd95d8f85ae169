import { describeOnEveryDatabase } from '../../../platform/testing/index.ts'
import { chatFileStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('store of the files of chats', chatFileStoreSuite)
