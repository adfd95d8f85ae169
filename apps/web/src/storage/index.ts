export type { RecentMeeting, Visited } from './history.ts'
export { history } from './ownHistory.ts'
export { storage } from './ownStorage.ts'
export type { SignedIn, Storage } from './storage.ts'
