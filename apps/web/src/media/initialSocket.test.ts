import { roomHandshake } from '@parley/room'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialCalls, initialSocket } from '../app/initial/initialCalls.ts'

const id = '123456789'
const handshake = '0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}'

class FakeWebSocket {
	static OPEN = 1
	static opened: FakeWebSocket[] = []
	readyState = 0
	onopen?: (event: Event) => void
	onmessage?: (event: { data: unknown }) => void
	onclose?: () => void
	sent: unknown[] = []
	url: string
	constructor(url: string) {
		this.url = url
		FakeWebSocket.opened.push(this)
	}
	accept() {
		this.readyState = FakeWebSocket.OPEN
		this.onopen?.(new Event('open'))
		this.onmessage?.({ data: handshake })
	}
	send(data: unknown) {
		this.sent.push(data)
	}
	close() {
		this.readyState = 3
		this.onclose?.()
	}
}

const openSockets: { close(): void }[] = []

/** Runs the script of the HTML at an address; the library keeps the WebSocket it finds when it is loaded. */
async function openPage(address: string) {
	history.replaceState(null, '', address)
	vi.resetModules()
	// @ts-expect-error it is a script, not a module
	await import('../app/initial/initialScript.ts')
}

async function connectRoom(meetingId?: string) {
	const { openRoomSockets } = await import('./roomSockets.ts')
	const sockets = openRoomSockets(meetingId)
	openSockets.push(sockets)
	sockets.presence.connect()
	await Promise.resolve()
	await Promise.resolve()
	return sockets
}

const only = () => {
	expect(FakeWebSocket.opened).toHaveLength(1)
	return FakeWebSocket.opened[0] as FakeWebSocket
}

beforeEach(() => {
	FakeWebSocket.opened = []
	vi.stubGlobal('initialCalls', initialCalls)
	vi.stubGlobal('initialSocket', initialSocket)
	vi.stubGlobal('WebSocket', FakeWebSocket)
	vi.stubGlobal('RTCPeerConnection', class {})
})
afterEach(() => {
	// Sockets that stay open connect again, with the WebSocket of the environment.
	for (const sockets of openSockets.splice(0)) sockets.close()
	vi.unstubAllGlobals()
	sessionStorage.clear()
	window.initialSocket = undefined
})

test('[ROOM-93] the connection that the HTML opened is taken over with what has come meanwhile', async () => {
	await openPage(`/room/${id}#ticket=abc`)
	only().accept()
	await connectRoom(id)
	// The request for the room's namespace: the handshake has been read.
	expect(only().sent).toEqual([`40/room,${JSON.stringify(roomHandshake)}`])
	expect(window.initialSocket).toBeUndefined()
})

test('it is taken over before it is open, too', async () => {
	await openPage(`/room/${id}#ticket=abc`)
	await connectRoom(id)
	only().accept()
	expect(only().sent).toEqual([`40/room,${JSON.stringify(roomHandshake)}`])
})

test('[NODE-05] sockets that are connected again for a room name its meeting in the address', async () => {
	await openPage('/joinQuickly')
	const sockets = await connectRoom()
	only().accept()
	sockets.reconnectFor(id)
	await expect.poll(() => FakeWebSocket.opened.length).toBe(2)
	sockets.close()
	expect(FakeWebSocket.opened.map(({ url }) => new URL(url).search)).toEqual([
		'?EIO=4&transport=websocket',
		`?meeting=${id}&EIO=4&transport=websocket`,
	])
})

test('one that closed before is opened again by the room', async () => {
	await openPage(`/room/${id}#ticket=abc`)
	only().close()
	await connectRoom(id)
	expect(FakeWebSocket.opened).toHaveLength(2)
})

test('only the first connection of a page can be the one of the HTML', async () => {
	await openPage(`/room/${id}#ticket=abc`)
	await connectRoom(id)
	await connectRoom(id)
	expect(FakeWebSocket.opened).toHaveLength(2)
})

test.each([
	['no ticket and nothing to resume from', `/room/${id}`],
	['another screen', `/detail/${id}#ticket=abc`],
])('the HTML opens none with %s', async (_, address) => {
	await openPage(address)
	expect(FakeWebSocket.opened).toEqual([])
})

test('a reload connects as early', async () => {
	sessionStorage.setItem(`room.${id}`, '{}')
	await openPage(`/room/${id}`)
	only()
})

test.each([
	[`/MeetingList/JoinMeeting/${id}/false`, id],
	[`/Login/ScanJoin/${id}`, id],
	[`/?meetingId=${id}`, id],
	['/joinQuickly', undefined],
])(
	'[ROOM-81] [NODE-19] a form that joins connects as early, naming the meeting that it knows, and the prepared room takes it over: %s',
	async (address, meetingId) => {
		await openPage(address)
		only().accept()
		await connectRoom(meetingId)
		expect(only().sent).toHaveLength(1)
		expect(new URL(only().url).searchParams.get('meeting') ?? undefined).toBe(meetingId)
	},
)

test('[NODE-19] where the HTML did not know the meeting, the sockets of a room are opened again for it', async () => {
	await openPage('/joinQuickly')
	await connectRoom(id)
	expect(FakeWebSocket.opened.map(({ url }) => new URL(url).searchParams.get('meeting'))).toEqual([null, id])
})

test('[ROOM-81] in an app, which opens the room itself, a form connects nothing', async () => {
	await openPage('/joinQuickly?isInApp=true')
	expect(FakeWebSocket.opened).toEqual([])
})

test('where meetings cannot run it opens none', async () => {
	vi.stubGlobal('RTCPeerConnection', undefined)
	delete (window as { RTCPeerConnection?: unknown }).RTCPeerConnection
	await openPage(`/room/${id}#ticket=abc`)
	expect(FakeWebSocket.opened).toEqual([])
})
