import { onEveryDatabase } from '../../platform/testing/index.ts'
import { complaintStoreSuite } from './store.suite.ts'

onEveryDatabase('complaint store', complaintStoreSuite)
