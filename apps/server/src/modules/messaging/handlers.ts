import type { CallHandlers } from './calls/context.ts'
import { createGroupApplicationHandlers } from './groups/groupApplications.ts'
import type { GroupDeps } from './groups/groupDeps.ts'
import { createGroupHandlers } from './groups/groups.ts'
import { createMemberHandlers } from './groups/members.ts'
import { createChatHandlers } from './messages/chat.ts'
import { createGroupMessageHandlers } from './messages/groupMessages.ts'
import { createListeningHandler } from './messages/listening.ts'
import type { MessageDeps } from './messages/messageDeps.ts'
import { createSyncHandlers } from './messages/sync.ts'
import { createFriendHandlers } from './people/friends.ts'
import { createNoticeHandlers } from './people/notices.ts'
import type { PersonDeps } from './people/personDeps.ts'
import { createUserHandlers } from './people/users.ts'

/** The function of every call a session does not answer itself. */
export const createHandlers = (deps: PersonDeps & GroupDeps & MessageDeps): CallHandlers => ({
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
