import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Talk } from './talk.ts'
import type { TalkItem } from './talkItem.ts'
import { createTalkStore } from './talkState.ts'
import { useUnseenAnswer } from './useUnseenAnswer.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const asked = (id: number, userId: string): TalkItem => ({
	id,
	at: id,
	userId,
	name: userId,
	text: `q${id}`,
	role: 'other',
})
const answer = (id: number, to: TalkItem): TalkItem => ({
	...asked(id, 'host'),
	role: 'owner',
	question: { name: to.name, text: to.text },
})

/** The questions of a live, of which the first page is there. */
function aTalk(userId: string, shown: TalkItem[]) {
	const { store, change, setUser } = createTalkStore({ questions: 'g1' }, { name: '', isNameChosen: true })
	const show = (items: TalkItem[]) =>
		change('questions', room => ({ ...room, earlier: 'none', items: { shown: items, waiting: [] } }))
	setUser(userId)
	show(shown)
	return { talk: { store } as unknown as Talk, show, setUser }
}

test('an answer to a question of one is new until the questions are seen, on the next visit, too', () => {
	const question = asked(1, 'ann')
	const { talk, show } = aTalk('ann', [question])
	const { result, unmount } = renderHook(isSeen => useUnseenAnswer(talk, isSeen), { initialProps: false })
	expect(result.current).toBe(false)
	act(() => show([question, answer(2, question)]))
	expect(result.current).toBe(true)
	unmount()
	const again = renderHook(isSeen => useUnseenAnswer(talk, isSeen), { initialProps: false })
	expect(again.result.current).toBe(true)
	again.rerender(true)
	expect(again.result.current).toBe(false)
	again.rerender(false)
	expect(again.result.current).toBe(false)
})

test('another person is not told of the answers to the one before', () => {
	const [annAsks, boAsks] = [asked(1, 'ann'), asked(2, 'bo')]
	const { talk, show, setUser } = aTalk('ann', [annAsks, boAsks])
	const { result } = renderHook(() => useUnseenAnswer(talk, false))
	act(() => show([annAsks, boAsks, answer(3, annAsks)]))
	expect(result.current).toBe(true)
	act(() => setUser('bo'))
	expect(result.current).toBe(false)
	act(() => show([annAsks, boAsks, answer(3, annAsks), answer(4, boAsks)]))
	expect(result.current).toBe(true)
})
