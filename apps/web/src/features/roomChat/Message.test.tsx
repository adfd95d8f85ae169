import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import { type JoinedRoom, reactionNames } from '../room/index.ts'
import type { ChatMessage } from './chatMessages.ts'
import { Message } from './Message.tsx'

afterEach(cleanup)

const room = { self: 'me-00001', people: [] } as unknown as JoinedRoom
const message: ChatMessage = { audience: 'everyone', id: 1, at: 0, userId: 'p-bob', name: 'Bob', text: 'hi' }

function show(mayWrite: boolean) {
	render(
		<Message
			message={message}
			room={room}
			isOwn={false}
			filesPath="/files"
			filesOpenings={1}
			isGrouped={false}
			answered={undefined}
			reactions={[{ reaction: 'clap', count: 2, isOwn: false }]}
			mark={undefined}
			hasActions
			mayWrite={mayWrite}
			onActions={() => {}}
			onReact={() => {}}
			onReply={() => {}}
		/>,
	)
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
