import type { IMContext } from './context.ts'
import { laterCalls, laterPages } from './delegates.ts'
import type { FriendCalls } from './friendCalls.ts'

export type Friends = ReturnType<typeof createFriends>

const callNames = [
	'apply',
	'accept',
	'reject',
	'delete',
	'list',
	'applyStatus',
	'shield',
	'modifyInfo',
] as const satisfies Exclude<keyof FriendCalls, 'applications'>[]

export function createFriends(context: IMContext) {
	const calls = async (): Promise<FriendCalls> => (await context.part('calls')).createFriendCalls(context)
	return {
		applications: (...options: Parameters<FriendCalls['applications']>) =>
			laterPages(async () => (await calls()).applications(...options)),
		...laterCalls(callNames, calls),
	}
}
