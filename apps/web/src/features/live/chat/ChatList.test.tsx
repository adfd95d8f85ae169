import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { recordListeners } from '../../../testing/recordListeners.ts'
import { ChatList } from './ChatList.tsx'
import type { Chat } from './chat.ts'
import type { ChatItem } from './chatItem.ts'
import { type ChatRoom, enteringChatRoom } from './chatRoom.ts'

/** Each message is 100 high, and three are in sight. */
beforeEach(() => {
	vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
	vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
		return 100 * this.querySelectorAll('article').length
	})
	vi.spyOn(window, 'requestAnimationFrame').mockImplementation(run => {
		run(0)
		return 0
	})
})
afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

const item = (id: number): ChatItem => ({ id, at: id, userId: 'bo', name: 'Bo', text: `m${id}`, role: 'other' })
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => item(from + index))
const roomWith = (shown: ChatItem[], changes: Partial<ChatRoom> = {}): ChatRoom => ({
	...enteringChatRoom('g1'),
	status: 'open',
	earlier: 'none',
	items: { shown, waiting: [] },
	...changes,
})

function show(room: ChatRoom) {
	const chat = { toNewest: vi.fn(), loadEarlier: vi.fn() } as unknown as Chat
	const list = (now: ChatRoom) => (
		<ChatList chat={chat} kind="discussion" room={now} userId="ann" isInvited={false} onMenu={() => {}} />
	)
	const { rerender, unmount } = render(list(room))
	const log = screen.getByRole('log')
	return {
		chat,
		log,
		unmount,
		become: (next: ChatRoom) => rerender(list(next)),
		scrollTo(top: number) {
			log.scrollTop = top
			fireEvent.scroll(log)
		},
		missed: (count: number) => screen.queryByRole('button', { name: m.live_chat_new({ count }) }),
	}
}

test('the list stays at its end while one is there, and elsewhere stands still and counts what is new', () => {
	const { log, become, scrollTo, missed, chat } = show(roomWith(items(1, 10)))
	expect(log.scrollTop).toBe(1_000)
	become(roomWith(items(1, 11)))
	expect(log.scrollTop).toBe(1_100)
	scrollTo(200)
	become(roomWith(items(1, 13)))
	expect(log.scrollTop).toBe(200)
	fireEvent.click(missed(2) as HTMLElement)
	expect([log.scrollTop, vi.mocked(chat.toNewest).mock.calls.length, missed(2)]).toEqual([1_300, 1, null])
	become(roomWith(items(1, 14)))
	expect(log.scrollTop).toBe(1_400)
	scrollTo(0)
	become(roomWith(items(1, 15)))
	expect(missed(1)).toBeTruthy()
	scrollTo(1_200)
	become(roomWith(items(1, 16)))
	expect([log.scrollTop, missed(1), missed(2)]).toEqual([1_600, null, null])
})

test('who comes back from what was written long ago has seen nothing of what came meanwhile', () => {
	const { become, missed, scrollTo } = show(roomWith(items(101, 110)))
	scrollTo(0)
	become(roomWith(items(101, 110), { past: items(1, 10) }))
	expect(screen.getByRole('button', { name: m.live_chat_toNewest() })).toBeTruthy()
	become(roomWith(items(101, 112)))
	expect(missed(2)).toBeTruthy()
})

test('a list that is gone listens to no scrolling', () => {
	const { log, unmount, become, scrollTo } = show(roomWith(items(1, 10)))
	const listeners = recordListeners(log, 'scroll')
	scrollTo(0)
	become(roomWith(items(1, 11)))
	const removed = vi.spyOn(log, 'removeEventListener')
	act(unmount)
	expect([listeners(), removed.mock.calls.map(([type]) => type)]).toEqual([0, ['scroll']])
})
