import type { Poll } from '@parley/room'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import { PollCard } from './PollCard.tsx'
import { PollSheet } from './PollSheet.tsx'

afterEach(cleanup)

const aPoll = (fields: Partial<Poll> = {}): Poll => ({
	id: 1,
	question: 'Tuesday or Friday?',
	options: [
		{ text: 'Tuesday', count: 1 },
		{ text: 'Friday', count: 3 },
	],
	isOpen: true,
	ownAnswer: null,
	...fields,
})

function show(poll: Poll | null, role = 'member', accepts = true) {
	const controller = { startPoll: vi.fn(async () => accepts), answerPoll: vi.fn(async () => accepts), endPoll: vi.fn() }
	const sheet = (shown: Poll | null, open = true) => (
		<PollSheet
			room={{ self: 'self', people: [{ id: 'self', role }], poll: shown } as unknown as JoinedRoom}
			controller={controller}
			open={open}
			onOpenChange={() => {}}
		/>
	)
	const { rerender } = render(sheet(poll))
	return { controller, become: (next: Poll | null, open = true) => rerender(sheet(next, open)) }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[ROOM-215] counts are shown once a person has answered; the answer can be changed', async () => {
	const { controller, become } = show(aPoll())
	const counted = m.poll_counted({ count: 3, percent: 75 })
	expect(screen.queryByText(counted)).toBeNull()
	fireEvent.click(screen.getByRole('radio', { name: 'Friday' }))
	expect(controller.answerPoll).toHaveBeenCalledWith(1, 1)
	become(aPoll({ ownAnswer: 1 }))
	expect(screen.getByText(counted)).toBeTruthy()
	expect(screen.getByRole<HTMLInputElement>('radio', { name: /Friday/ }).checked).toBe(true)
	fireEvent.click(screen.getByRole('radio', { name: /Tuesday/ }))
	expect(controller.answerPoll).toHaveBeenLastCalledWith(1, 0)
	expect(screen.queryByRole('button', { name: m.poll_end() })).toBeNull()
})

test('[ROOM-216] an ended poll shows its counts to everybody and takes no answer', () => {
	show(aPoll({ isOpen: false }))
	expect(screen.getByText(m.poll_counted({ count: 3, percent: 75 }))).toBeTruthy()
	expect(screen.getByRole('group').matches(':disabled')).toBe(true)
})

test('[ROOM-216] a host ends the poll and writes the next one', () => {
	const { controller, become } = show(aPoll(), 'host')
	press(m.poll_end())
	expect(controller.endPoll).toHaveBeenCalledOnce()
	become(aPoll({ isOpen: false }))
	press(m.poll_new())
	expect(field(m.poll_question()).value).toBe('')
	// Somebody else was quicker.
	become(aPoll({ id: 2 }))
	expect(screen.getByRole('radio', { name: 'Friday' })).toBeTruthy()
})

test('[ROOM-216] a question with two to six different options begins a poll; what is missing is named, and nothing typed is lost', async () => {
	const { controller, become } = show(null, 'co-host')
	press(m.poll_start())
	expect(screen.getByText(m.poll_question_missing())).toBeTruthy()
	type(m.poll_question(), ' Friday? ')
	type(m.poll_option({ number: 1 }), 'Yes')
	press(m.poll_start())
	expect(screen.getByText(m.poll_options_missing())).toBeTruthy()
	type(m.poll_option({ number: 2 }), 'Yes ')
	press(m.poll_start())
	expect(screen.getByText(m.poll_options_same())).toBeTruthy()
	become(null, false)
	become(null)
	expect(field(m.poll_question()).value).toBe(' Friday? ')
	for (let count = 2; count < 6; count++) press(m.poll_option_add())
	expect(screen.queryByRole('button', { name: m.poll_option_add() })).toBeNull()
	type(m.poll_option({ number: 6 }), 'No')
	press(m.poll_option_remove({ number: 2 }))
	press(m.poll_start())
	expect(controller.startPoll).toHaveBeenCalledWith({ question: 'Friday?', options: ['Yes', 'No'] })
})

test('[ROOM-215] an answer is shown as chosen while it is sent, and one that could not be sent says so', async () => {
	const { become, controller } = show(aPoll({ ownAnswer: 0 }), 'member', false)
	const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
	fireEvent.click(radio(/Friday/))
	expect(radio(/Friday/).checked).toBe(true)
	expect((await screen.findByRole('alert')).textContent).toBe(m.poll_answer_failed())
	expect(radio(/Tuesday/).checked).toBe(true)
	controller.answerPoll.mockResolvedValue(true)
	fireEvent.click(radio(/Friday/))
	expect(screen.queryByRole('alert')).toBeNull()
	become(aPoll({ ownAnswer: 1 }))
	expect(radio(/Friday/).checked).toBe(true)
})

test('[ROOM-215] of two quick answers the second one is shown, whatever becomes of the first', async () => {
	const { controller } = show(aPoll({ ownAnswer: null }))
	const results: ((isCounted: boolean) => void)[] = []
	controller.answerPoll.mockImplementation(() => new Promise(resolve => void results.push(resolve)))
	const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
	fireEvent.click(radio(/Friday/))
	fireEvent.click(radio(/Tuesday/))
	await act(async () => results[0]?.(false))
	expect([radio(/Tuesday/).checked, screen.queryByRole('alert')]).toEqual([true, null])
	await act(async () => results[1]?.(false))
	expect(screen.getByRole('alert').textContent).toBe(m.poll_answer_failed())
})

test('[ROOM-216] a question that is too long is kept and says so; what is typed is counted', () => {
	const { controller } = show(null, 'host')
	type(m.poll_question(), '问'.repeat(201))
	expect(screen.getByText('201/200')).toBeTruthy()
	type(m.poll_option({ number: 1 }), 'Yes')
	expect(screen.getByText('3/80')).toBeTruthy()
	type(m.poll_option({ number: 2 }), 'No')
	press(m.poll_start())
	expect(screen.getByText(m.poll_question_long({ max: 200 }))).toBeTruthy()
	type(m.poll_question(), '问'.repeat(200))
	fireEvent.keyDown(field(m.poll_question()), { key: 'Enter' })
	expect(controller.startPoll).toHaveBeenCalledOnce()
})

test('[ROOM-216] a poll that could not be started says so', async () => {
	show(null, 'host', false)
	type(m.poll_question(), 'Friday?')
	type(m.poll_option({ number: 1 }), 'Yes')
	type(m.poll_option({ number: 2 }), 'No')
	press(m.poll_start())
	expect(await screen.findByText(m.poll_failed())).toBeTruthy()
})

test('[ROOM-215] an open poll asks above the controls until it is answered or closed, each poll anew', () => {
	const onOpen = vi.fn()
	const card = (poll: Poll | null) => <PollCard room={{ poll }} onOpen={onOpen} />
	const { rerender } = render(card(aPoll()))
	const isShown = () => screen.queryByText('Tuesday or Friday?') !== null
	press(m.room_close())
	expect(isShown()).toBe(false)
	rerender(card(aPoll({ id: 2 })))
	expect(isShown()).toBe(true)
	press(m.poll_answer())
	expect([onOpen.mock.calls.length, isShown()]).toEqual([1, false])
	for (const poll of [aPoll({ id: 3, ownAnswer: 0 }), aPoll({ id: 4, isOpen: false }), null]) {
		rerender(card(poll))
		expect(isShown()).toBe(false)
	}
})
