import { expect, test, vi } from 'vitest'
import type { MediaSession } from './mediaSession.ts'
import { openRoomSockets } from './roomSockets.ts'

test('[ROOM-82] closing the sockets ends the session on them, also of a room that was not entered', () => {
	const sockets = openRoomSockets()
	sockets.close()
	const session = { leave: vi.fn() }
	sockets.opened = { engine: 'embedded', session: session as unknown as MediaSession }
	sockets.close()
	expect(session.leave).toHaveBeenCalledTimes(1)
})
