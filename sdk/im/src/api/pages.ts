/** Requests pages from 1 to the last. */
export async function* numberedPages<A extends { more: boolean }>(
	ask: (page: number) => Promise<A>,
): AsyncGenerator<A, void> {
	for (let page = 1; ; page++) {
		const answer = await ask(page)
		yield answer
		if (!answer.more) return
	}
}

export interface HistoryOptions {
	/** Events before this position, newest page first; without `before` and `after` from the newest on. */
	before?: number
	/** Events after this position, oldest page first. */
	after?: number
	/** Page size, at most 100. */
	limit?: number
}

/** Range of a history call. */
export interface HistoryRange {
	hisId?: number
	after?: number
	count: number
}

export interface HistoryAnswer {
	list: { hisId: number }[]
	more: boolean
}

/** Pages of a log in the requested direction; the events of each are oldest first. */
export async function* historyPages<A extends HistoryAnswer>(
	{ before, after, limit = 100 }: HistoryOptions,
	ask: (range: HistoryRange) => Promise<A>,
): AsyncGenerator<A, void> {
	const isForward = after !== undefined
	let edge = isForward ? after : before
	while (true) {
		const answer = await ask(
			isForward
				? { after: edge ?? 0, count: limit, ...(before === undefined ? {} : { hisId: before }) }
				: { count: limit, ...(edge === undefined ? {} : { hisId: edge }) },
		)
		yield answer
		const next = answer.list[isForward ? answer.list.length - 1 : 0]?.hisId
		if (!answer.more || next === undefined) return
		edge = next
	}
}
