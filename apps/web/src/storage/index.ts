export { history, readTabValue, storage } from './browserStorage.ts'
export type { JoinedMeeting, RecentMeeting } from './history.ts'
export type { Storage, StoredSession } from './storage.ts'
export { keptCallKey, rejoinKey } from './tabKeys.ts'
