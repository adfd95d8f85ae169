import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { recordingStoreSuite } from './store.suite.ts'

describeOnEveryDatabase('recording store', recordingStoreSuite)
