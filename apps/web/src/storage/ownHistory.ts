import { createHistory } from './history.ts'
import { localStore } from './shelves.ts'

/** What was done in this browser before. */
export const history = createHistory(localStore)
