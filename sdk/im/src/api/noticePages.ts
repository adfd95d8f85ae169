import type { CallAnswer, CallInput } from '@parley/im'
import type { Call } from '../session/requests.ts'

export type NoticeQuery = Omit<CallInput<'noticeSearch'>, 'before'>

/** Notices and broadcasts with these words, newest first. */
export async function* noticePages(call: Call, query: NoticeQuery): AsyncGenerator<CallAnswer<'noticeSearch'>> {
	let before: number | undefined
	while (true) {
		const answer = await call('noticeSearch', { ...query, ...(before === undefined ? {} : { before }) } as never)
		yield answer
		before = answer.list[answer.list.length - 1]?.ts
		if (!answer.more || before === undefined) return
	}
}
