import type { CallHandlers } from './context.ts'
import { createListeningHandler } from './delivery/listening.ts'
import { createGroupApplicationHandlers } from './groups/groupApplications.ts'
import { createGroupHandlers } from './groups/groups.ts'
import { createMemberHandlers } from './groups/members.ts'
import type { HandlerDeps } from './handlerDeps.ts'
import { createChatHandlers } from './messages/chat.ts'
import { createGroupMessageHandlers } from './messages/groupMessages.ts'
import { createSyncHandlers } from './messages/sync.ts'
import { createFriendHandlers } from './people/friends.ts'
import { createNoticeHandlers } from './people/notices.ts'
import { createUserHandlers } from './people/users.ts'

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
