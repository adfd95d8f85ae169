import { roomLimits } from '@parley/room'
import { openMediaSession } from './openMediaSession.ts'
import { openRoomSockets, type RoomSockets } from './roomSockets.ts'

/** Shorter than the server keeps them, so that the page closes them itself. */
const keptMs = roomLimits.preparedTimeoutMs - 10_000
/** Time in which the room takes over the sockets after the form was left. */
const takeOverMs = 5_000
/** Signs that the person is still about to join. */
const activities = ['pointerdown', 'keydown', 'focus'] as const

let prepared: RoomSockets | undefined
let closing: ReturnType<typeof setTimeout> | undefined

function close() {
	clearTimeout(closing)
	prepared?.close()
	prepared = undefined
}

function closeIn(ms: number) {
	clearTimeout(closing)
	closing = setTimeout(close, ms)
}

/** Connects, or keeps the connection for longer. */
function renew(open: () => RoomSockets) {
	closeIn(keptMs)
	if (prepared) return
	prepared = open()
	prepared.presence.connect()
	prepared.media().connect()
	void prepareSession(prepared)
}

/** Connects to the engine that servers usually have; a server with another one refuses. */
async function prepareSession(sockets: RoomSockets) {
	try {
		const session = await openMediaSession('embedded', sockets)
		// Closed, or taken over, while the code of the engine was loaded.
		if (prepared !== sockets) return
		await session.prepare?.()
	} catch {
		// The room loads the code once more.
	}
}

/**
 * Opens the sockets of a room while a person is about to join one, which saves about ten round trips after the tap. They are
 * closed a while after the last activity, and opened again with the next one.
 * @returns a function to call when the form is left; the sockets are then closed unless the room takes them over
 */
export function prepareRoomSockets(open: () => RoomSockets = openRoomSockets): () => void {
	const onActivity = () => renew(open)
	for (const activity of activities) window.addEventListener(activity, onActivity)
	renew(open)
	return () => {
		for (const activity of activities) window.removeEventListener(activity, onActivity)
		if (prepared) closeIn(takeOverMs)
	}
}

/** The sockets that were prepared for this room, which its caller closes; otherwise new ones. */
export function takeRoomSockets(open: () => RoomSockets = openRoomSockets): RoomSockets {
	clearTimeout(closing)
	const taken = prepared ?? open()
	prepared = undefined
	return taken
}
