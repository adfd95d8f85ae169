import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import { Composer } from './Composer.tsx'
import type { ChatMessage } from './chatMessages.ts'
import type { Attaching } from './files/useAttaching.ts'
import { maxLength } from './maxLength.ts'
import type { RoomChat, RoomChatView } from './roomChat.ts'

afterEach(cleanup)

const room = { self: 'me-00001', people: [{ id: 'me-00001', name: 'Me' }] } as unknown as JoinedRoom

interface Shown {
	mayWrite?: boolean
	to?: string
	files?: File[]
	maySendFiles?: boolean
	replyTo?: ChatMessage
	gone?: string[]
}

function show(text: string, shown: Shown = {}) {
	const { mayWrite = true, to = 'everyone', files = [], maySendFiles = true, replyTo, gone = [] } = shown
	const [send, sendFile] = [vi.fn(), vi.fn()]
	const chat = { setDraft: vi.fn() } as unknown as RoomChat
	const loaded = { chat: { send, sendFile }, state: { self: 'p-me-00001', gone: new Set(gone) } }
	const view = { draft: { text, to, files, replyTo }, isUnreachable: false, loaded } as unknown as RoomChatView
	const attaching = { add: vi.fn(), remove: vi.fn(), clearProblem: vi.fn(), problem: undefined } satisfies Attaching
	render(
		<Composer
			room={room}
			chat={chat}
			view={view}
			mayWrite={mayWrite}
			attaching={maySendFiles ? attaching : undefined}
		/>,
	)
	return { send, sendFile, chat, attaching }
}
const pressEnter = (init: object = {}) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...init })

test('[ROOM-137] who may not write sees why instead of the field', () => {
	show('', { mayWrite: false })
	expect(screen.getByText(m.chat_off())).toBeTruthy()
	expect(screen.queryByRole('textbox')).toBeNull()
})

describe('[ROOM-207] opening the chat', () => {
	const setPointer = (pointer: 'coarse' | 'fine', isWide = false) =>
		vi
			.spyOn(window, 'matchMedia')
			.mockImplementation(
				query =>
					({ matches: query === `(pointer: ${pointer})` || (isWide && query.includes('1024px')) }) as MediaQueryList,
			)
	const isFocused = () => document.activeElement === screen.getByRole('textbox')
	afterEach(() => void vi.restoreAllMocks())

	test('leads into the field where there is a mouse, and not where a keyboard would cover the messages', () => {
		setPointer('fine')
		show('')
		expect(isFocused()).toBe(true)
		cleanup()
		setPointer('coarse')
		show('')
		expect(isFocused()).toBe(false)
		cleanup()
		// Beside the stage nothing is covered.
		setPointer('coarse', true)
		show('')
		expect(isFocused()).toBe(true)
	})

	test('to write to a person, or to answer, leads into the field everywhere', () => {
		setPointer('coarse')
		show('', { to: 'p-bob-0001' })
		expect(isFocused()).toBe(true)
		cleanup()
		show('', { replyTo: { audience: 'everyone', id: 7, at: 0, userId: 'p-bob', name: 'Bob', text: 'hi' } })
		expect(isFocused()).toBe(true)
	})
})

test('[ROOM-131] Enter sends, without spaces around it; with Shift or while composing it does not', () => {
	const { send, chat } = show('  hi\n ')
	pressEnter({ shiftKey: true })
	pressEnter({ isComposing: true })
	expect(send).not.toHaveBeenCalled()
	pressEnter()
	expect(send).toHaveBeenCalledExactlyOnceWith('everyone', 'hi', undefined)
	expect(chat.setDraft).toHaveBeenCalledWith({ text: '', replyTo: undefined, files: [] })
})

test('[ROOM-175] a message that is taken back while it is being answered is answered no longer', () => {
	const replyTo = { audience: 'everyone', id: 7, at: 0, userId: 'p-bob', name: 'Bob', text: 'hi' }
	const { send } = show('yes', { replyTo })
	pressEnter()
	expect(send).toHaveBeenLastCalledWith('everyone', 'yes', 7)
	cleanup()
	const late = show('yes', { replyTo, gone: ['everyone 7'] })
	expect(screen.queryByText(m.chat_replying({ name: 'Bob' }))).toBeNull()
	pressEnter()
	expect(late.send).toHaveBeenLastCalledWith('everyone', 'yes', undefined)
})

test('[ROOM-131] what is left is counted in characters, and what is too long or empty is not sent', () => {
	const { send } = show('😀'.repeat(maxLength + 2))
	pressEnter()
	expect(screen.getByText(m.chat_over({ count: 2 }))).toBeTruthy()
	cleanup()
	const full = show('😀'.repeat(maxLength))
	pressEnter()
	expect(screen.getByText(m.chat_left({ count: 0 }))).toBeTruthy()
	expect(full.send).toHaveBeenCalledOnce()
	cleanup()
	const empty = show(' \n ')
	pressEnter()
	expect([send, empty.send].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('[ROOM-134] nothing is sent to a person who has left', () => {
	const { send } = show('hi', { to: 'p-gone-0001' })
	pressEnter()
	expect(screen.getByText(m.chat_gone_text())).toBeTruthy()
	expect(send).not.toHaveBeenCalled()
})

describe('[ROOM-224] pictures and files', () => {
	const [plan, photo] = [new File(['x'], 'plan.pdf'), new File(['x'], 'photo.png')]

	test('that were chosen are sent with the text, in their order, and can be removed before', () => {
		const { send, sendFile, attaching } = show('see', { files: [plan, photo], to: 'everyone' })
		fireEvent.click(screen.getByRole('button', { name: m.chat_file_remove({ name: 'plan.pdf' }) }))
		expect(attaching.remove).toHaveBeenCalledExactlyOnceWith(plan)
		pressEnter()
		expect(send).toHaveBeenCalledExactlyOnceWith('everyone', 'see', undefined)
		expect(sendFile.mock.calls).toEqual([
			['everyone', plan, undefined],
			['everyone', photo, undefined],
		])
		cleanup()
		const alone = show('', { files: [photo] })
		pressEnter()
		expect([alone.send.mock.calls.length, alone.sendFile.mock.calls.length]).toEqual([0, 1])
	})

	test('are pasted; a picture that a spreadsheet copies beside its text is not meant', () => {
		const { attaching } = show('')
		const field = screen.getByRole('textbox')
		fireEvent.paste(field, { clipboardData: { files: [photo], types: ['Files', 'text/plain'] } })
		expect(attaching.add).not.toHaveBeenCalled()
		fireEvent.paste(field, { clipboardData: { files: [photo], types: ['Files'] } })
		expect(attaching.add).toHaveBeenCalledExactlyOnceWith([photo])
	})

	test('[ROOM-223] have no button where they are turned off, and are not pasted or sent', () => {
		const { attaching, sendFile } = show('', { files: [photo], maySendFiles: false })
		expect(screen.queryByRole('button', { name: m.chat_attach() })).toBeNull()
		fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files: [photo], types: ['Files'] } })
		pressEnter()
		expect([attaching.add.mock.calls.length, sendFile.mock.calls.length]).toEqual([0, 0])
	})
})
