import { type CallHandlers, type HandledCall, type Handler, refuse } from './context.ts'
import type { HandlerDeps } from './handlerDeps.ts'

/** Calls nobody answers yet: `unavailable`. A call leaves this list with its handler, and the list goes with the last. */
const withoutHandler = [
	'userInfo',
	'syncKeys',
	'sync',
	'noticeSearch',
	'chatSend',
	'chatHistory',
	'friendApply',
	'friendHandleApply',
	'friendDelete',
	'friendList',
	'friendApplyStatus',
	'friendShield',
	'friendApplyList',
	'friendModifyInfo',
	'groupInvite',
	'groupMemberList',
	'groupSend',
	'groupHistory',
	'groupCreate',
	'groupList',
	'groupLeave',
	'groupKick',
	'groupUpdateInfo',
	'groupShield',
	'groupDelete',
	'groupUpdateMember',
	'groupUpdateImage',
	'groupInfo',
	'groupUpdateAnnouncement',
	'groupQrCode',
	'groupApply',
	'groupOperateApply',
	'groupPublicInfo',
	'groupChangeOwner',
	'groupRevoke',
	'groupUnread',
	'groupPoll',
] as const satisfies HandledCall[]
type WithoutHandler = (typeof withoutHandler)[number]

/** The function of every call a session does not answer itself. */
export function createHandlers(_deps: HandlerDeps): CallHandlers {
	const unavailable: Handler<WithoutHandler> = async () => refuse('unavailable')
	const pending = Object.fromEntries(withoutHandler.map(name => [name, unavailable])) as Pick<
		CallHandlers,
		WithoutHandler
	>
	return { ...pending } satisfies CallHandlers
}
