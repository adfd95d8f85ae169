import { type CallHandlers, type HandledCall, type Handler, refuse } from './context.ts'
import { createFriendHandlers } from './friends.ts'
import { createGroupApplicationHandlers } from './groupApplications.ts'
import { createGroupHandlers } from './groups.ts'
import type { HandlerDeps } from './handlerDeps.ts'
import { createMemberHandlers } from './members.ts'
import { createNoticeHandlers } from './notices.ts'
import { createUserHandlers } from './users.ts'

/** Calls nobody answers yet: `unavailable`. A call leaves this list with its handler, and the list goes with the last. */
const withoutHandler = [
	'syncKeys',
	'sync',
	'chatSend',
	'chatHistory',
	'groupSend',
	'groupHistory',
	'groupRevoke',
	'groupUnread',
	'groupPoll',
] as const satisfies HandledCall[]
type WithoutHandler = (typeof withoutHandler)[number]

/** The function of every call a session does not answer itself. */
export function createHandlers(deps: HandlerDeps): CallHandlers {
	const unavailable: Handler<WithoutHandler> = async () => refuse('unavailable')
	const pending = Object.fromEntries(withoutHandler.map(name => [name, unavailable])) as Pick<
		CallHandlers,
		WithoutHandler
	>
	return {
		...pending,
		...createUserHandlers(deps),
		...createFriendHandlers(deps),
		...createNoticeHandlers(deps),
		...createGroupHandlers(deps),
		...createMemberHandlers(deps),
		...createGroupApplicationHandlers(deps),
	} satisfies CallHandlers
}
