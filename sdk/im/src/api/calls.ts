/** Calls that are not needed to exchange messages, in one part. */
export { createFriendCalls } from './friendCalls.ts'
export { createGroupCalls, createGroupsCalls } from './groupCalls.ts'
export { noticePages } from './noticePages.ts'
export { historyPages } from './pages.ts'
