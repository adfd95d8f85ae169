import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Chat } from './chat.ts'
import type { ChatItem } from './chatItem.ts'
import { createChatStore } from './chatState.ts'
import { useUnseenAnswer } from './useUnseenAnswer.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const asked = (id: number, userId: string): ChatItem => ({
	id,
	at: id,
	userId,
	name: userId,
	text: `q${id}`,
	role: 'other',
})
const answer = (id: number, to: ChatItem): ChatItem => ({
	...asked(id, 'host'),
	role: 'owner',
	question: { name: to.name, text: to.text },
})

/** The questions of a live, of which the first page is there. */
function aChat(userId: string, shown: ChatItem[]) {
	const { store, change, setUser } = createChatStore({ questions: 'g1' }, { name: '', isNameChosen: true })
	const show = (items: ChatItem[]) =>
		change('questions', room => ({ ...room, earlier: 'none', items: { shown: items, waiting: [] } }))
	setUser(userId)
	show(shown)
	return { chat: { store } as unknown as Chat, show, setUser }
}

test('an answer to a question of one is new until the questions are seen, on the next visit, too', () => {
	const question = asked(1, 'ann')
	const { chat, show } = aChat('ann', [question])
	const { result, unmount } = renderHook(isSeen => useUnseenAnswer(chat, isSeen), { initialProps: false })
	expect(result.current).toBe(false)
	act(() => show([question, answer(2, question)]))
	expect(result.current).toBe(true)
	unmount()
	const again = renderHook(isSeen => useUnseenAnswer(chat, isSeen), { initialProps: false })
	expect(again.result.current).toBe(true)
	again.rerender(true)
	expect(again.result.current).toBe(false)
	again.rerender(false)
	expect(again.result.current).toBe(false)
})

test('another person is not told of the answers to the one before', () => {
	const [annAsks, boAsks] = [asked(1, 'ann'), asked(2, 'bo')]
	const { chat, show, setUser } = aChat('ann', [annAsks, boAsks])
	const { result } = renderHook(() => useUnseenAnswer(chat, false))
	act(() => show([annAsks, boAsks, answer(3, annAsks)]))
	expect(result.current).toBe(true)
	act(() => setUser('bo'))
	expect(result.current).toBe(false)
	act(() => show([annAsks, boAsks, answer(3, annAsks), answer(4, boAsks)]))
	expect(result.current).toBe(true)
})
