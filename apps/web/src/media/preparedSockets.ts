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
let connectedAt = 0
let closing: ReturnType<typeof setTimeout> | undefined
/** Keeps the connection for longer; undefined while no form is shown. */
let keepPrepared: (() => void) | undefined

function close() {
	clearTimeout(closing)
	prepared?.close()
	prepared = undefined
}

function closeIn(ms: number) {
	clearTimeout(closing)
	closing = setTimeout(close, ms)
}

type Open = (meetingId?: string) => RoomSockets

/** Connects, or keeps the connection for longer; one for another meeting, or that the server is about to close, is replaced. */
function renew(meetingId: string | undefined, open: Open) {
	if (prepared && (Date.now() - connectedAt >= keptMs || isForAnother(prepared, meetingId))) close()
	closeIn(keptMs)
	if (prepared) return
	connectedAt = Date.now()
	prepared = connect(open(meetingId))
}

function isForAnother(sockets: RoomSockets, meetingId: string | undefined): boolean {
	return sockets.meetingId !== undefined && sockets.meetingId !== meetingId
}

function connect(sockets: RoomSockets): RoomSockets {
	sockets.presence.connect()
	sockets.media().connect()
	void prepareSession(sockets)
	return sockets
}

/** Connects to the engine that servers usually have; a server with another one refuses. */
async function prepareSession(sockets: RoomSockets) {
	try {
		const session = await openMediaSession('embedded', sockets)
		if (!sockets.isClosed) await session.prepare?.()
	} catch {
		// The room loads the code once more.
	}
}

/**
 * Names the prepared presence socket in a join; undefined while it is not connected. A join is activity, too: a person who
 * waits for the host joins every few seconds without a touch.
 */
export function nameSocketInJoin(): string | undefined {
	keepPrepared?.()
	const id = prepared?.presence.getId()
	if (prepared) prepared.isNamedInJoin = id !== undefined
	return id
}

/** Ends a join without its room. If the server may have entered it, the sockets leave it and are closed. */
export function endNamedJoin({ mayHaveEntered }: { mayHaveEntered: boolean }): void {
	if (!prepared?.isNamedInJoin) return
	if (!mayHaveEntered) {
		prepared.isNamedInJoin = false
		return
	}
	void prepared.presence.call('leave', null)
	close()
}

/**
 * Opens the sockets of a room while a person is about to join one, which saves about ten round trips after the tap. They are
 * closed a while after the last activity, and opened again with the next one.
 * @param meetingId the meeting, if it is known before the join
 * @returns a function to call when the form is left; the sockets are then closed unless the room takes them over
 */
export function prepareRoomSockets(meetingId?: string, open: Open = openRoomSockets): () => void {
	const onActivity = () => renew(meetingId, open)
	for (const activity of activities) window.addEventListener(activity, onActivity)
	keepPrepared = onActivity
	renew(meetingId, open)
	return () => {
		if (keepPrepared === onActivity) keepPrepared = undefined
		for (const activity of activities) window.removeEventListener(activity, onActivity)
		if (prepared) closeIn(takeOverMs)
	}
}

/**
 * The sockets that were prepared for this room, which its caller closes. Otherwise new ones, which connect to the engine while
 * the room is entered.
 */
export function takeRoomSockets(meetingId: string, open: Open = openRoomSockets): RoomSockets {
	clearTimeout(closing)
	if (prepared && isForAnother(prepared, meetingId)) close()
	const taken = prepared ?? connect(open(meetingId))
	prepared = undefined
	return taken
}
