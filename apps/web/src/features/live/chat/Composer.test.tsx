import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { Composer } from './Composer.tsx'
import type { Chat } from './chat.ts'
import { type ChatRoom, enteringChatRoom } from './chatRoom.ts'
import { createChatStore } from './chatState.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function aChat(isNameChosen = true) {
	const { store, setName } = createChatStore({ discussion: 'g1' }, { name: 'visitor1', isNameChosen })
	const chooseName = vi.fn(async (name: string): Promise<undefined | 'nameInvalid'> => {
		setName(name, true)
		return undefined
	})
	const send = vi.fn()
	return { chat: { store, send, chooseName } as unknown as Chat, send, chooseName, setName }
}

function Line({ chat, changes }: { chat: Chat; changes: Partial<ChatRoom> }) {
	const [text, setText] = useState('')
	const [cooldownEndsAt, setCooldown] = useState(0)
	const draft = { text, setText, cooldownEndsAt, startCooldown: (ms: number) => setCooldown(performance.now() + ms) }
	const room = { ...enteringChatRoom('g1'), ...changes }
	return <Composer draft={draft} chat={chat} kind="discussion" room={room} canWrite onSignIn={() => {}} />
}
const line = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: m.live_chat_say() })
const button = (name: string) => screen.getByRole('button', { name })

test('[CHAT-06] what was sent is gone from the line, which is written in on; the next one waits', async () => {
	const { chat, send } = aChat()
	render(<Line chat={chat} changes={{}} />)
	fireEvent.change(line() as HTMLElement, { target: { value: ' hello ' } })
	fireEvent.click(button(m.live_chat_send()))
	expect([send.mock.calls, line()?.value, document.activeElement]).toEqual([[['discussion', 'hello']], '', line()])
	expect(screen.queryByRole('button', { name: m.live_chat_send() })).toBeNull()
	await advance(60_000)
	expect(button(m.live_chat_send())).toBeTruthy()
})

test('who may not write for a while writes again when that is over, and no timer runs after leaving', async () => {
	const { chat } = aChat()
	const line0 = (silencedUntil: number | undefined) => (
		<Line chat={chat} changes={silencedUntil === undefined ? {} : { silencedUntil }} />
	)
	const { rerender, unmount } = render(line0(undefined))
	expect(line()).toBeTruthy()
	rerender(line0(Date.now() + 10_000))
	await advance(0)
	expect(line()).toBeNull()
	// They are silenced for longer.
	rerender(line0(Date.now() + 20_000))
	await advance(10_000)
	expect(line()).toBeNull()
	await advance(10_000)
	expect(line()).toBeTruthy()
	rerender(line0(Date.now() + 20_000))
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})

test('a guest who has said who they are goes on writing; one who was known already is not led there', async () => {
	const { chat } = aChat(false)
	render(<Line chat={chat} changes={{}} />)
	fireEvent.change(screen.getByLabelText(m.live_chat_name()), { target: { value: 'Ann' } })
	await act(async () => fireEvent.click(button(m.live_chat_name_choose())))
	expect(document.activeElement).toBe(line())
	cleanup()
	const named = aChat(false)
	render(<Line chat={named.chat} changes={{}} />)
	act(() => named.setName('Bo', true))
	expect([line() !== null, document.activeElement === line()]).toEqual([true, false])
})

test('why a name was refused is said until it is changed', async () => {
	const { chat, chooseName } = aChat(false)
	chooseName.mockResolvedValue('nameInvalid')
	render(<Line chat={chat} changes={{}} />)
	const field = screen.getByLabelText(m.live_chat_name())
	fireEvent.change(field, { target: { value: 'Ann' } })
	await act(async () => fireEvent.click(button(m.live_chat_name_choose())))
	expect(screen.getByRole('alert').textContent).not.toBe('')
	fireEvent.change(field, { target: { value: 'Anna' } })
	expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
})
