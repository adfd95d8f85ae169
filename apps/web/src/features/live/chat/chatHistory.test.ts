import type { Room } from '@parley/im-sdk'
import { expect, test } from 'vitest'
import { loadHistoryPage } from './chatHistory.ts'

/** A room with these pages as its history, newest first. */
function aRoom(...pages: object[][]) {
	let asked = 0
	return {
		async *history() {
			const list = pages[asked++] ?? []
			yield { list, more: asked < pages.length }
		},
	} as unknown as Pick<Room, 'history'>
}

const message = { hisId: 1, ts: 1, userId: 'u', type: 0, content: 'hello', sendUserName: 'Bo' }
/** An event of a type from a later version. */
const unknown = { hisId: 2, ts: 2, userId: 'u', messageType: 99_999, type: 0, content: 'of a later version' }

test('events between messages are skipped, including unknown ones', async () => {
	const { items, edge } = await loadHistoryPage(
		aRoom([message, unknown, { ...unknown, content: undefined }]),
		undefined,
	)
	expect(items.map(({ text }) => text)).toEqual(['hello'])
	expect(edge).toBe(1)
})

test('a page with only events leads to the previous one', async () => {
	const { items, hasMore } = await loadHistoryPage(aRoom([unknown], [message]), undefined)
	expect(items.map(({ text }) => text)).toEqual(['hello'])
	expect(hasMore).toBe(false)
})
