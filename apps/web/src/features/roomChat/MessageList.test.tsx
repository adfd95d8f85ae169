import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import type { JoinedRoom } from '../room/index.ts'
import type { Chat } from './chat.ts'
import type { ChatState } from './chatState.ts'
import { MessageList } from './MessageList.tsx'

afterEach(cleanup)

test('[ROOM-132] the chat is told while somebody reads back, and no longer once the list is closed', () => {
	const setReadingBack = vi.fn()
	const state = { messages: [], outgoing: [], reactions: new Map(), earlier: 'none' } as unknown as ChatState
	const { unmount } = render(
		<MessageList
			room={{ people: [] } as unknown as JoinedRoom}
			chat={{ setReadingBack } as unknown as Chat}
			state={state}
			mayWrite
			onReply={() => {}}
		/>,
	)
	const list = screen.getByRole('list', { name: m.chat_messages() })
	expect(setReadingBack).toHaveBeenLastCalledWith(false)
	Object.defineProperties(list, { scrollHeight: { value: 2_000 }, clientHeight: { value: 500 } })
	list.scrollTop = 300
	fireEvent.scroll(list)
	expect(setReadingBack).toHaveBeenLastCalledWith(true)
	unmount()
	expect(setReadingBack).toHaveBeenLastCalledWith(false)
})
