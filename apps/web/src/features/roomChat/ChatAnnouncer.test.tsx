import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import { ChatAnnouncer } from './ChatAnnouncer.tsx'
import type { ChatMessage } from './chatMessages.ts'

afterEach(cleanup)

const room = { people: [] } as unknown as JoinedRoom
const message = (text: string, audience = 'everyone'): ChatMessage => ({
	audience,
	id: 1,
	at: 1,
	userId: 'p-ann',
	name: 'Ann',
	text,
})

test('[ROOM-226] all messages are read out, of the important the private ones, and none where little is', () => {
	const messages = [message('hello'), message('secret', 'p-ann')]
	const said = (level: 'all' | 'important' | 'little') => {
		cleanup()
		render(<ChatAnnouncer messages={messages} room={room} level={level} />)
		return screen.getByRole('status').textContent
	}
	expect(said('all')).toBe(m.chat_announce_many({ count: 2 }))
	expect(said('important')).toBe(m.chat_announce({ name: 'Ann', text: 'secret' }))
	expect(said('little')).toBe('')
})

test('[ROOM-220] a picture and a file are read out as such', () => {
	const file = { id: 'file_aaaaaaaaaaaaaaaa' as never, name: 'plan.pdf', bytes: 1 }
	const { rerender } = render(<ChatAnnouncer messages={[{ ...message('plan.pdf'), file }]} room={room} level="all" />)
	const text = m.chat_file_summary({ name: 'plan.pdf' })
	expect(screen.getByRole('status').textContent).toBe(m.chat_announce({ name: 'Ann', text }))
	const picture = { ...file, picture: { width: 1, height: 1 } }
	rerender(<ChatAnnouncer messages={[{ ...message('a.webp'), file: picture }]} room={room} level="all" />)
	expect(screen.getByRole('status').textContent).toBe(m.chat_announce({ name: 'Ann', text: m.chat_picture_summary() }))
})
