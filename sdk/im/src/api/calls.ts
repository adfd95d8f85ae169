/** Calls that are not needed to exchange messages, in one part. */

export { callKindOf } from './callKind.ts'
export { createChatCalls } from './chatCalls.ts'
export { createFriendCalls } from './friendCalls.ts'
export { createGroupCalls, createGroupsCalls } from './groupCalls.ts'
export { createNoticeCalls } from './noticeCalls.ts'
