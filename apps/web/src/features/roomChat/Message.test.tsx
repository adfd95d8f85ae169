import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { type JoinedRoom, reactionNames } from '../room/index.ts'
import { useSite } from '../site/index.ts'
import type { ChatMessage } from './chatMessages.ts'
import { Message, type MessageProps } from './Message.tsx'

afterEach(cleanup)

const room = { self: 'me-00001', people: [] } as unknown as JoinedRoom
const message: ChatMessage = { audience: 'everyone', id: 1, at: 0, userId: 'p-bob', name: 'Bob', text: 'hi' }

function renderMessage(props: Partial<MessageProps>) {
	const on = { onActions: vi.fn(), onReact: vi.fn(), onReply: vi.fn(), onUnsend: vi.fn(), onRemove: vi.fn() }
	render(
		<Message
			message={message}
			room={room}
			isOwn={false}
			filesPath="/files"
			filesOpenings={1}
			isGrouped={false}
			answered={undefined}
			reactions={[]}
			mark={undefined}
			markRef={undefined}
			hasActions
			mayWrite
			mayRemove={false}
			{...on}
			{...props}
		/>,
	)
	return on
}

function show(mayWrite: boolean) {
	renderMessage({ mayWrite, reactions: [{ reaction: 'clap', count: 2, isOwn: false }] })
	const isThere = (name: string) => screen.queryByRole('button', { name }) !== null
	const count = screen.getByRole<HTMLButtonElement>('button', {
		name: m.chat_reaction_count({ reaction: m.room_reaction_clap(), count: 2 }),
	})
	return {
		reply: isThere(m.chat_reply()),
		react: isThere(m.chat_react({ reaction: reactionNames.like() })),
		copy: isThere(m.chat_copy()),
		reactToo: !count.disabled,
	}
}

test('[ROOM-137] who may not write is offered neither an answer nor a reaction', () => {
	expect(show(true)).toEqual({ reply: true, react: true, copy: true, reactToo: true })
	cleanup()
	expect(show(false)).toEqual({ reply: false, react: false, copy: true, reactToo: false })
})

test('[ROOM-175] an author is offered to unsend a message for two minutes, by the clock of the server; others are not', () => {
	useSite.setState({ clockOffsetMs: 0 })
	const isOffered = (props: Partial<MessageProps>) => {
		renderMessage(props)
		const isThere = screen.queryByRole('button', { name: m.chat_unsend() }) !== null
		cleanup()
		return isThere
	}
	const sent = (ago: number) => ({ isOwn: true, message: { ...message, at: Date.now() - ago } })
	expect(isOffered(sent(115_000))).toBe(true)
	expect(isOffered(sent(120_000))).toBe(false)
	expect(isOffered({ ...sent(1_000), isOwn: false })).toBe(false)
	useSite.setState({ clockOffsetMs: 60_000 })
	expect([isOffered(sent(50_000)), isOffered(sent(65_000))]).toEqual([true, false])
	useSite.setState({ clockOffsetMs: 0 })
})

test('[ROOM-175] where a message was, it says who unsent it or that it was removed, without reactions or actions', () => {
	const textOf = (props: Partial<MessageProps>) => {
		renderMessage({ reactions: [{ reaction: 'clap', count: 2, isOwn: false }], ...props })
		const item = screen.getByRole('listitem')
		const text = item.textContent
		expect(within(item).queryAllByRole('button')).toEqual([])
		cleanup()
		return text
	}
	const gone = (kind: 'unsent' | 'removed') => ({ message: { ...message, text: '', gone: kind } })
	expect(textOf(gone('unsent'))).toBe(m.chat_gone_other({ name: 'Bob' }))
	expect(textOf({ ...gone('unsent'), isOwn: true })).toBe(m.chat_gone_own())
	expect(textOf(gone('removed'))).toBe(m.chat_gone_removed())
})

test('[ROOM-175] an answer to a message that is gone says so', () => {
	renderMessage({ answered: 'gone' })
	expect(screen.getByRole('blockquote').textContent).toBe(m.chat_gone_quoted())
})

test('[ROOM-135] a quote has the name of its author on a line of its own', () => {
	renderMessage({ answered: { ...message, name: '王\u0315', text: '第一行' } })
	const lines = [...screen.getByRole('blockquote').children].map(({ tagName, textContent }) => [tagName, textContent])
	expect(lines).toEqual([
		['P', `${m.chat_replying({ name: '王\u0315' })}王\u0315`],
		['P', '第一行'],
	])
})
