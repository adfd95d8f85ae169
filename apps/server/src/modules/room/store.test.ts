import { describe } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { roomStoreSuite } from './store.suite.ts'

describe('room store on SQLite', () => roomStoreSuite(() => openDatabase({ memory: true })))
