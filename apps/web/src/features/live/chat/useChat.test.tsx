import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../../testing/aPerson.ts'
import { useSite } from '../../site/index.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chatState.ts'
import type { OpenChat } from './openChat.ts'
import { type ChatOptions, useChat, useChatState } from './useChat.ts'

interface Opened {
	options: OpenChat
	chat: Chat
	isClosed: boolean
}
const opened = vi.hoisted(() => ({ talks: [] as unknown[] }))
const talks = () => opened.talks as Opened[]

const module = vi.hoisted(() => ({
	async whole() {
		const { createStore } = await import('zustand/vanilla')
		return {
			openChat(options: unknown) {
				const one = { options, isClosed: false, chat: {} }
				const close = () => {
					one.isClosed = true
				}
				one.chat = { store: createStore(() => ({ connection: { status: 'ready' }, rooms: {} })), close }
				opened.talks.push(one)
				return one.chat
			},
		}
	},
}))
vi.mock('./openChat.ts', module.whole)

beforeEach(() => {
	opened.talks = []
	localStorage.clear()
	setPerson({ kind: 'guest' })
	useSite.setState({ imAppId: 'site-1' })
})
afterEach(() => {
	cleanup()
	setPerson({ kind: 'guest' })
	useSite.setState({ imAppId: undefined })
})

const options = (changes: Partial<ChatOptions> = {}): ChatOptions => ({
	rooms: { chatRoomId: 'chat', askRoomId: 'ask' },
	displayName: 'Ann',
	delayMs: () => 0,
	onControlMessage() {},
	onMissed() {},
	...changes,
})
const openHook = (initialProps = options()) => renderHook(given => useChat(given), { initialProps })
const settled = () => act(async () => void (await new Promise(resolve => setTimeout(resolve, 20))))
const states = () =>
	talks().map(({ options: { name, rooms }, isClosed }) => [name, Object.values(rooms).join(), isClosed])
const person = (id: string, displayName: string) => {
	const member = aMember()
	return { ...member, user: { ...member.user, id, displayName } } as typeof member
}

test('the chat has the application of the site, both rooms, and the name of the guest', async () => {
	const { result } = openHook()
	expect([result.current.chat, result.current.isUnreachable]).toEqual([undefined, false])
	await settled()
	expect(talks()).toHaveLength(1)
	expect(talks()[0]?.options).toMatchObject({
		appId: 'site-1',
		name: 'Ann',
		rooms: { discussion: 'chat', questions: 'ask' },
	})
	expect(result.current.chat).toBe(talks()[0]?.chat)
})

test.each([
	[{ chatRoomId: 'chat' }, { discussion: 'chat' }],
	[{ askRoomId: 'ask' }, { questions: 'ask' }],
])('[LIVE-06] [LIVE-07] a live with only one room: %j', async (rooms, expected) => {
	openHook(options({ rooms: rooms as never }))
	await settled()
	expect(talks().map(one => one.options.rooms)).toEqual([expected])
})

test('nothing is opened while the live or the site is unknown, or if the live has no room', async () => {
	const { rerender } = openHook(options({ rooms: undefined }))
	rerender(options({ rooms: {} as never }))
	await settled()
	useSite.setState({ imAppId: undefined })
	rerender(options())
	await settled()
	expect(talks()).toEqual([])
	act(() => useSite.setState({ imAppId: 'site-1' }))
	await settled()
	expect(states()).toEqual([['Ann', 'chat,ask', false]])
})

test('leaving closes the chat, and prevents opening one whose code is still loading', async () => {
	const first = openHook()
	await settled()
	first.unmount()
	expect(talks()[0]?.isClosed).toBe(true)
	const second = openHook()
	second.unmount()
	await settled()
	expect(talks()).toHaveLength(1)
})

test('another person opens a new chat, another name of the same person does not', async () => {
	setPerson(person('u1', 'Han Mei'))
	const { result } = openHook()
	await settled()
	act(() => setPerson(person('u1', 'Mei')))
	await settled()
	expect(states()).toEqual([['Han Mei', 'chat,ask', false]])
	act(() => setPerson(person('u2', 'Li Lei')))
	expect(result.current.chat).toBeUndefined()
	await settled()
	expect(states()).toEqual([
		['Han Mei', 'chat,ask', true],
		['Li Lei', 'chat,ask', false],
	])
	act(() => setPerson({ kind: 'guest' }))
	await settled()
	expect(states().at(-2)).toEqual(['Li Lei', 'chat,ask', true])
	expect(states().at(-1)).toEqual(['Ann', 'chat,ask', false])
	expect(result.current.chat).toBe(talks().at(-1)?.chat)
})

test('another discussion, other questions or another site open a new chat; other changes of the live do not', async () => {
	const { rerender } = openHook()
	await settled()
	rerender(options({ displayName: 'Bo', rooms: { chatRoomId: 'chat', askRoomId: 'ask' } }))
	await settled()
	expect(talks()).toHaveLength(1)
	rerender(options({ rooms: { chatRoomId: 'chat2', askRoomId: 'ask' } }))
	await settled()
	rerender(options({ rooms: { chatRoomId: 'chat2', askRoomId: 'ask2' } }))
	await settled()
	act(() => useSite.setState({ imAppId: 'site-2' }))
	await settled()
	expect(
		talks().map(({ options: given, isClosed }) => [given.appId, Object.values(given.rooms).join(), isClosed]),
	).toEqual([
		['site-1', 'chat,ask', true],
		['site-1', 'chat2,ask', true],
		['site-1', 'chat2,ask2', true],
		['site-2', 'chat2,ask2', false],
	])
})

test('the chat uses the latest delay and the latest callbacks of the page', async () => {
	const { rerender } = openHook(options({ delayMs: () => 1 }))
	await settled()
	const [onControlMessage, onMissed] = [vi.fn(), vi.fn()]
	rerender(options({ delayMs: () => 2, onControlMessage, onMissed }))
	const given = talks()[0]?.options
	expect(given?.delayMs()).toBe(2)
	given?.onControlMessage('start_live' as never)
	given?.onMissed()
	expect([onControlMessage.mock.calls, onMissed.mock.calls]).toEqual([[['start_live']], [[]]])
})

test('[CHAT-10] a failed load of the code is reported and retried', async () => {
	vi.doMock('./openChat.ts', () => {
		throw new Error('not loaded')
	})
	const { result, unmount } = openHook()
	await waitFor(() => expect(result.current.isUnreachable).toBe(true))
	vi.doMock('./openChat.ts', module.whole)
	act(() => result.current.retry())
	expect(result.current.isUnreachable).toBe(false)
	await settled()
	expect([talks().length, result.current.chat]).toEqual([1, talks()[0]?.chat])
	unmount()
	expect(talks()[0]?.isClosed).toBe(true)
})

test('the state of a chat is followed; without a chat it is connecting', async () => {
	const { result } = openHook()
	const select = (state: ChatState) => state.connection.status
	const state = renderHook(({ chat }: { chat: Chat | undefined }) => useChatState(chat, select), {
		initialProps: { chat: undefined as Chat | undefined },
	})
	expect([
		state.result.current,
		renderHook(() => useChatState(undefined, ({ rooms }) => rooms)).result.current,
	]).toEqual(['connecting', {}])
	await settled()
	state.rerender({ chat: result.current.chat })
	expect(state.result.current).toBe('ready')
	act(() => talks()[0]?.chat.store.setState({ connection: { status: 'kicked' } }))
	expect(state.result.current).toBe('kicked')
})
