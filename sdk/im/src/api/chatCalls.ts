import type { CallAnswer } from '@parley/im'
import type { IMContext } from './context.ts'
import { type HistoryOptions, historyPages } from './pages.ts'

export const createChatCalls = ({ call }: IMContext, userId: string) => ({
	history: (options: HistoryOptions = {}): AsyncGenerator<CallAnswer<'chatHistory'>, void> =>
		historyPages(options, range => call('chatHistory', { userId, ...range })),
})
