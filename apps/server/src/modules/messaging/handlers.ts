import { createChatHandlers } from './chat.ts'
import type { CallHandlers } from './context.ts'
import { createFriendHandlers } from './friends.ts'
import { createGroupApplicationHandlers } from './groupApplications.ts'
import { createGroupMessageHandlers } from './groupMessages.ts'
import { createGroupHandlers } from './groups.ts'
import type { HandlerDeps } from './handlerDeps.ts'
import { createListeningHandler } from './listening.ts'
import { createMemberHandlers } from './members.ts'
import { createNoticeHandlers } from './notices.ts'
import { createSyncHandlers } from './sync.ts'
import { createUserHandlers } from './users.ts'

/** The function of every call a session does not answer itself. */
export const createHandlers = (deps: HandlerDeps): CallHandlers => ({
	...createUserHandlers(deps),
	...createSyncHandlers(deps),
	...createFriendHandlers(deps),
	...createChatHandlers(deps),
	...createNoticeHandlers(deps),
	...createGroupHandlers(deps),
	...createMemberHandlers(deps),
	...createGroupApplicationHandlers(deps),
	...createGroupMessageHandlers(deps),
	...createListeningHandler(deps),
})
