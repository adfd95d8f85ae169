import type { CallAnswer, CallInput } from '@parley/im'
import { misuse } from '../core/errors.ts'
import type { CallOptions } from '../session/requests.ts'
import type { CallContext } from './callContext.ts'
import { numberedPages } from './pages.ts'

/** Friend applications and friends. */
export function createFriendCalls({ call }: CallContext) {
	async function handle(msgId: string, accept: boolean, options?: CallOptions) {
		// IMCALL-08
		if (!msgId) throw misuse('param illegal')
		await call('friendHandleApply', { msgId, accept }, options)
	}
	return {
		/** Sends a friend application; `content` states the reason. */
		apply: (input: CallInput<'friendApply'>, options?: CallOptions): Promise<CallAnswer<'friendApply'>> =>
			call('friendApply', input, options),
		/** IMCALL-07 */
		accept: (msgId: string, options?: CallOptions) => handle(msgId, true, options),
		reject: (msgId: string, options?: CallOptions) => handle(msgId, false, options),
		delete: (userId: string, options?: CallOptions): Promise<CallAnswer<'friendDelete'>> =>
			call('friendDelete', { userId }, options),
		list: async (options?: CallOptions): Promise<CallAnswer<'friendList'>['list']> =>
			(await call('friendList', {}, options)).list,
		/** Returns whether a person is a friend, and the last application between the two. */
		applyStatus: (userId: string, options?: CallOptions): Promise<CallAnswer<'friendApplyStatus'>> =>
			call('friendApplyStatus', { userId }, options),
		/** Blocks messages from a person, or accepts them again. */
		shield: (userId: string, shield = true, options?: CallOptions): Promise<CallAnswer<'friendShield'>> =>
			call('friendShield', { userId, shield }, options),
		/** Applications from and to the user, newest first. */
		applications: ({ limit = 100 } = {}): AsyncGenerator<CallAnswer<'friendApplyList'>, void> =>
			numberedPages(page => call('friendApplyList', { page, count: limit })),
		/** Sets the user's own name for a friend. */
		modifyInfo: (
			input: CallInput<'friendModifyInfo'>,
			options?: CallOptions,
		): Promise<CallAnswer<'friendModifyInfo'>> => call('friendModifyInfo', input, options),
	}
}
