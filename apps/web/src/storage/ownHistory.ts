import { createHistory } from './history.ts'
import { local } from './shelves.ts'

/** What was done in this browser before. */
export const history = createHistory(local)
