import type { CallAnswer, CallInput } from '@parley/im'
import type { Call } from '../session/requests.ts'
import type { CallContext } from './callContext.ts'

type NoticeQuery = Omit<CallInput<'noticeSearch'>, 'before'>

/** Notices and broadcasts with these words, newest first. */
async function* noticePages(call: Call, query: NoticeQuery): AsyncGenerator<CallAnswer<'noticeSearch'>, void> {
	let before: number | undefined
	while (true) {
		const answer = await call('noticeSearch', { ...query, ...(before === undefined ? {} : { before }) } as never)
		yield answer
		before = answer.list[answer.list.length - 1]?.ts
		if (!answer.more || before === undefined) return
	}
}

export const createNoticeCalls = ({ call }: CallContext) => ({
	/** Notices and broadcasts with these words, newest first. */
	search: (query: NoticeQuery = {}): AsyncGenerator<CallAnswer<'noticeSearch'>, void> => noticePages(call, query),
})
