import type { IMContext } from './context.ts'
import { lazyMethods } from './lazyMethods.ts'

export type Friends = ReturnType<typeof createFriends>

export const createFriends = (context: IMContext) =>
	lazyMethods(
		async () => (await context.part('calls')).createFriendCalls(context),
		['apply', 'accept', 'reject', 'delete', 'list', 'applyStatus', 'shield', 'modifyInfo'],
		['applications'],
	)
