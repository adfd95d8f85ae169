import type { IMContext } from './context.ts'
import { laterMethods } from './delegates.ts'

export type Friends = ReturnType<typeof createFriends>

export const createFriends = (context: IMContext) =>
	laterMethods(
		async () => (await context.part('calls')).createFriendCalls(context),
		['apply', 'accept', 'reject', 'delete', 'list', 'applyStatus', 'shield', 'modifyInfo'],
		['applications'],
	)
