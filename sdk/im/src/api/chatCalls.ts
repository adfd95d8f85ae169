import type { CallAnswer } from '@parley/im'
import type { CallContext } from './callContext.ts'
import { type HistoryOptions, historyPages } from './pages.ts'

export const createChatCalls = ({ call }: CallContext, userId: string) => ({
	history: (options: HistoryOptions = {}): AsyncGenerator<CallAnswer<'chatHistory'>, void> =>
		historyPages(options, range => call('chatHistory', { userId, ...range })),
})
