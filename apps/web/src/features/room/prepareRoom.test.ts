import { expect, test, vi } from 'vitest'
import { prepareRoom } from './prepareRoom.ts'

const state = vi.hoisted(() => ({ isOngoing: false }))
vi.mock('./visits/pageVisits.ts', () => ({ isRoomOngoing: () => state.isOngoing }))
vi.mock('./lazyOverlays.ts', () => ({ preloadOverlays() {} }))
vi.mock('../../media/index.ts', () => ({
	getBrowserSupport: () => 'ready',
	nameSocketInJoin: () => 'socket-1',
	endNamedJoin() {},
	prepareRoomSockets: () => () => {},
}))

test('[ROOM-78] [ROOM-89] a join names no socket while another call goes on, which the person is asked about first', () => {
	const room = prepareRoom()
	expect(room?.nameInJoin()).toBe('socket-1')
	state.isOngoing = true
	expect(room?.nameInJoin()).toBeUndefined()
})
