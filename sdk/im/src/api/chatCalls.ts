import type { CallAnswer } from '@parley/im'
import type { CallOptions } from '../session/requests.ts'
import type { CallContext } from './callContext.ts'
import { type HistoryOptions, historyPages } from './pages.ts'

export const createChatCalls = ({ call }: CallContext, userId: string) => ({
	history: (options: HistoryOptions = {}): AsyncGenerator<CallAnswer<'chatHistory'>, void> =>
		historyPages(options, range => call('chatHistory', { userId, ...range })),
	/** Empties the content of an own message, for both. */
	revoke: (hisId: number, options?: CallOptions): Promise<CallAnswer<'chatRevoke'>> =>
		call('chatRevoke', { userId, hisId }, options),
})
