import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import { Composer } from './Composer.tsx'
import { maxLength } from './maxLength.ts'
import type { RoomChat, RoomChatView } from './roomChat.ts'

afterEach(cleanup)

const room = { self: 'me-00001', people: [{ id: 'me-00001', name: 'Me' }] } as unknown as JoinedRoom

function show(text: string, { mayWrite = true, to = 'everyone' } = {}) {
	const send = vi.fn()
	const chat = { setDraft: vi.fn() } as unknown as RoomChat
	const loaded = { chat: { send }, state: { self: 'p-me-00001' } }
	const view = { draft: { text, to }, isUnreachable: false, loaded } as unknown as RoomChatView
	render(<Composer room={room} chat={chat} view={view} mayWrite={mayWrite} />)
	return { send, chat }
}
const pressEnter = (init: object = {}) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...init })

test('[ROOM-137] who may not write sees why instead of the field', () => {
	show('', { mayWrite: false })
	expect(screen.getByText(m.chat_off())).toBeTruthy()
	expect(screen.queryByRole('textbox')).toBeNull()
})

test('[ROOM-131] Enter sends, without spaces around it; with Shift or while composing it does not', () => {
	const { send, chat } = show('  hi\n ')
	pressEnter({ shiftKey: true })
	pressEnter({ isComposing: true })
	expect(send).not.toHaveBeenCalled()
	pressEnter()
	expect(send).toHaveBeenCalledExactlyOnceWith('everyone', 'hi', undefined)
	expect(chat.setDraft).toHaveBeenCalledWith({ text: '', replyTo: undefined })
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
