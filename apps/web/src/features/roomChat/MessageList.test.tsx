import { answerCodes } from '@parley/im-sdk/constants'
import type { Participant } from '@parley/room'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import type { Chat } from './chat.ts'
import type { ChatMessage } from './chatMessages.ts'
import type { ChatState, OutgoingMessage } from './chatState.ts'
import { MessageList } from './MessageList.tsx'

/** The heights of a document without layout. */
const layout = { scrollHeight: 2_000, clientHeight: 500, firstNew: 0 }
let resize: () => void

beforeEach(() => {
	vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => layout.scrollHeight)
	vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => layout.clientHeight)
	vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(() => layout.firstNew)
	vi.stubGlobal(
		'ResizeObserver',
		class {
			constructor(callback: () => void) {
				resize = callback
			}
			observe() {}
			disconnect() {}
		},
	)
	Object.assign(layout, { scrollHeight: 2_000, clientHeight: 500, firstNew: 0 })
})
afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

const message = (id: number, fields: Partial<ChatMessage> = {}): ChatMessage => ({
	audience: 'everyone',
	id,
	at: id * 1_000,
	userId: 'p-bob',
	name: 'Bob',
	text: `m${id}`,
	...fields,
})
const person = (id: string, role: string) => ({ id, role, name: id }) as unknown as Participant
const stateOf = (fields: Partial<ChatState>): ChatState => ({
	status: 'open',
	self: 'p-me-00001',
	messages: [],
	outgoing: [],
	reactions: new Map(),
	gone: new Set(),
	files: { maxBytes: 0, openings: 0 },
	earlier: 'none',
	isShown: true,
	joinedAt: 0,
	readAt: 0,
	announced: [],
	...fields,
})

function show(state: Partial<ChatState>, people: Participant[] = []) {
	const chat = { setReadingBack: vi.fn(), revoke: vi.fn(async (): Promise<number | undefined> => undefined) }
	const list = (fields: Partial<ChatState>) => (
		<MessageList
			room={{ self: 'me-00001', people } as unknown as JoinedRoom}
			chat={chat as unknown as Chat}
			state={stateOf(fields)}
			mayWrite
			onReply={() => {}}
		/>
	)
	const { rerender, unmount } = render(list(state))
	const scroller = screen.getByRole('group', { name: m.chat_title() })
	const scrollTo = (top: number) => {
		scroller.scrollTop = top
		fireEvent.scroll(scroller)
	}
	return { chat, scroller, scrollTo, unmount, change: (fields: Partial<ChatState>) => rerender(list(fields)) }
}
const hasNewest = () => screen.queryByRole('button', { name: m.chat_to_newest() }) !== null

test('[ROOM-132] the chat is told while somebody reads back, and no longer once the list is closed', () => {
	const { chat, scrollTo, unmount } = show({})
	expect(chat.setReadingBack).toHaveBeenLastCalledWith(false)
	scrollTo(1_500)
	scrollTo(300)
	expect(chat.setReadingBack).toHaveBeenLastCalledWith(true)
	unmount()
	expect(chat.setReadingBack).toHaveBeenLastCalledWith(false)
})

test('[ROOM-176] it opens at the end, and stays there whatever becomes higher, until the reader goes back', () => {
	const { scroller, scrollTo, change } = show({ messages: [message(1), message(2)] })
	expect(scroller.scrollTop).toBe(2_000)
	scrollTo(1_500)
	// The event of a scroll may come when what is below is higher already.
	layout.scrollHeight = 2_400
	scrollTo(1_500)
	expect(hasNewest()).toBe(false)
	act(resize)
	expect(scroller.scrollTop).toBe(2_400)
	scrollTo(1_900)
	scrollTo(1_000)
	expect(hasNewest()).toBe(true)
	act(resize)
	expect(scroller.scrollTop).toBe(1_000)
	// An own message leads to the end.
	change({
		messages: [message(1), message(2)],
		outgoing: [{ cmid: 'a', audience: 'everyone', text: 'x', status: 'sending' }],
	})
	expect(scroller.scrollTop).toBe(2_400)
})

test('[ROOM-176] it opens at the first new message, if that is above the last screen, also after a hundred others', () => {
	const messages = Array.from({ length: 300 }, (_, index) => message(index + 1))
	layout.firstNew = 600
	const { scroller, change } = show({ messages })
	expect(screen.queryByText('m100')).toBeNull()
	change({ messages, newSince: 100_000 })
	expect(scroller.scrollTop).toBe(592)
	expect(hasNewest()).toBe(true)
	expect(screen.getByText(m.chat_new()).nextElementSibling?.textContent).toContain('m101')
	cleanup()
	layout.firstNew = 1_600
	const onScreen = show({ messages })
	onScreen.change({ messages, newSince: 298_000 })
	expect([onScreen.scroller.scrollTop, hasNewest()]).toEqual([2_000, false])
})

test('[ROOM-176] a message stays in its place while its actions are open', () => {
	const { scroller, change } = show({ messages: [message(1), message(2)] })
	fireEvent.click(screen.getAllByRole('button', { name: m.chat_actions({ name: 'Bob' }) })[0] as HTMLElement)
	layout.scrollHeight = 2_100
	act(resize)
	expect(scroller.scrollTop).toBe(2_000)
	// It was taken back meanwhile, and its actions are gone.
	change({ messages: [message(1, { text: '', gone: 'unsent' }), message(2)] })
	act(resize)
	expect(scroller.scrollTop).toBe(2_100)
})

test('[ROOM-177] a refused message stays in its place, and later ones come below it', () => {
	const refused = (text: string, after: number): OutgoingMessage => ({
		cmid: text,
		audience: 'everyone',
		text,
		status: 'refused',
		after,
	})
	const sending: OutgoingMessage = { cmid: 's', audience: 'everyone', text: 'on its way', status: 'sending' }
	show({
		messages: [message(1), message(2), message(3)],
		outgoing: [refused('first', 0), refused('second', 2_000), sending, refused('last', 3_000)],
	})
	const texts = within(screen.getByRole('list', { name: m.chat_messages() }))
		.getAllByText(/^(?:m\d|first|second|last|on its way)$/)
		.map(({ textContent }) => textContent)
	expect(texts).toEqual(['first', 'm1', 'm2', 'second', 'm3', 'last', 'on its way'])
})

test('[ROOM-175] those who run the meeting remove messages of others after a question; a co-host none of the host', async () => {
	const [host, coHost] = [person('host-001', 'host'), person('me-00001', 'co-host')]
	const messages = [
		message(1, { userId: 'p-host-001', name: 'Han' }),
		message(2),
		message(3, { audience: 'p-bob' }),
		message(4, { userId: 'p-me-00001', name: 'Me' }),
	]
	const removable = (people: Participant[]) => {
		const shown = show({ messages }, people)
		const count = messages.map((_, index) => {
			const actions = screen.getAllByRole('button', { name: /./, expanded: false })
			fireEvent.click(actions[index] as HTMLElement)
			const isThere = screen.queryByRole('button', { name: m.chat_remove() }) !== null
			fireEvent.click(screen.getByRole('button', { expanded: true }))
			return isThere
		})
		return { count, ...shown }
	}
	expect(removable([host, person('me-00001', 'member')]).count).toEqual([false, false, false, false])
	cleanup()
	expect(removable([person('host-001', 'co-host'), person('me-00001', 'host')]).count).toEqual([
		true,
		true,
		false,
		false,
	])
	cleanup()
	const { chat, count, scroller } = removable([host, coHost])
	expect(count).toEqual([false, true, false, false])

	const told = vi.spyOn(toast, 'show').mockReturnValue(0)
	const remove = async (answer: string) => {
		fireEvent.click(screen.getAllByRole('button', { name: m.chat_actions({ name: 'Bob' }) })[0] as HTMLElement)
		fireEvent.click(screen.getByRole('button', { name: m.chat_remove() }))
		const question = await screen.findByRole('alertdialog', { name: m.chat_remove_title({ name: 'Bob' }) })
		fireEvent.click(within(question).getByRole('button', { name: answer }))
		await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
		fireEvent.click(screen.queryByRole('button', { expanded: true }) ?? scroller)
	}
	await remove(m.common_cancel())
	expect(chat.revoke).not.toHaveBeenCalled()
	chat.revoke.mockResolvedValueOnce(answerCodes.unavailable)
	await remove(m.chat_remove())
	expect(told).toHaveBeenLastCalledWith(m.chat_remove_failed())
	await remove(m.chat_remove())
	expect(chat.revoke).toHaveBeenLastCalledWith(messages[1])
	expect(told).toHaveBeenCalledTimes(1)
})

test('[ROOM-175] an own message is unsent at once; one that is too old stays, and the author is told why', async () => {
	const own = message(1, { userId: 'p-me-00001', name: 'Me', at: Date.now() })
	const { chat, scroller } = show({ messages: [own] })
	const told = vi.spyOn(toast, 'show').mockReturnValue(0)
	const unsend = () => {
		fireEvent.click(screen.getByRole('button', { name: m.chat_actions({ name: m.chat_you() }) }))
		fireEvent.click(screen.getByRole('button', { name: m.chat_unsend() }))
	}
	chat.revoke.mockResolvedValueOnce(answerCodes.noPromise)
	unsend()
	await waitFor(() => expect(told).toHaveBeenLastCalledWith(m.chat_unsend_late()))
	unsend()
	await waitFor(() => expect(document.activeElement).toBe(scroller))
	expect(chat.revoke).toHaveBeenLastCalledWith(own)
	expect(told).toHaveBeenCalledTimes(1)
})

test('[ROOM-175] an answer to a message that is gone says so, whether it was loaded or not', () => {
	show({
		messages: [message(1, { text: '', gone: 'unsent' }), message(2, { replyTo: 1 }), message(3, { replyTo: 0 })],
		gone: new Set(['everyone 1', 'everyone 0']),
	})
	expect(screen.getAllByText(m.chat_gone_quoted())).toHaveLength(2)
})
