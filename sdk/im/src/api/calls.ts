/** Calls that are not needed to exchange messages, in one part. */

export { createChatCalls } from './chatCalls.ts'
export { createFriendCalls } from './friendCalls.ts'
export { createGroupCalls, createGroupsCalls } from './groupCalls.ts'
export { kindOf } from './kinds.ts'
export { createNoticeCalls } from './noticeCalls.ts'
