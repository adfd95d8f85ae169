import type { MediaGrant, Offer, Slot } from '@parley/room'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MediaSessionEvent } from '../mediaSession.ts'
import type { MediaSocket } from '../roomSockets.ts'
import { createEmbeddedSession } from './embeddedSession.ts'

const grant = { token: 'g', iceServers: [] } as unknown as MediaGrant
const receive = (mid: string, participantId: string): Slot =>
	({ role: 'receive', mid, source: 'camera', participantId }) as Slot

/** The browser's side of a connection, as far as the session uses it. */
class FakePeer {
	connectionState: RTCPeerConnectionState = 'new'
	onconnectionstatechange: (() => void) | null = null
	onicecandidate: unknown = null
	localDescription = { sdp: 'answer' }
	isClosed = false
	setRemoteDescription = async () => {}
	setLocalDescription = async () => {}
	receivedBytes = 0
	getStats = async () => new Map([['pair', { type: 'candidate-pair', bytesReceived: this.receivedBytes }]])
	getTransceivers = () => ['0', '1'].map(mid => ({ mid, receiver: { track: { id: mid } } }))
	close() {
		this.isClosed = true
	}
	become(state: RTCPeerConnectionState) {
		this.connectionState = state
		this.onconnectionstatechange?.()
	}
}

/** A session in which the test is the engine and the network. */
function openSession() {
	const handlers = new Map<string, (payload?: unknown) => void>()
	const peers: FakePeer[] = []
	const events: MediaSessionEvent[] = []
	const counts = { stalls: 0 }
	const sent: string[] = []
	/** Calls with an answer. */
	const asked: string[] = []
	/** The connections that were named to the engine with a grant. */
	const named: (string | null)[] = []
	const socket = {
		connected: true,
		on: (name: string, act: (payload?: unknown) => void) => void handlers.set(name, act),
		off(name: string, act: (payload?: unknown) => void) {
			if (handlers.get(name) === act) handlers.delete(name)
		},
		emit: (name: string) => void sent.push(name),
		timeout: () => ({
			async emitWithAck(name: string, input: { connectionId: string | null } | null) {
				asked.push(name)
				if (input) named.push(input.connectionId)
				return { ok: true, value: { connectionId: 'c1' } }
			},
		}),
		disconnect: () => void sent.push('disconnect'),
	}
	const session = createEmbeddedSession({
		socket: socket as unknown as MediaSocket,
		createPeerConnection() {
			const peer = new FakePeer()
			peers.push(peer)
			return peer as unknown as RTCPeerConnection
		},
	})
	const stop = session.on(event => {
		if (event.type === 'stalled') counts.stalls++
		else events.push(event)
	})
	return {
		session,
		stop,
		peers,
		sent,
		asked,
		named,
		counts,
		/** `live`, `+p1`, `-p1`: states, and the cameras that begin and end. */
		heard: () =>
			events.splice(0).flatMap(event => {
				if (event.type === 'state') return [event.state]
				if (event.type === 'track') return [`+${event.participantId}`]
				return event.type === 'track-ended' ? [`-${event.participantId}`] : []
			}),
		async engine(name: string, payload?: unknown) {
			handlers.get(name)?.(payload)
			await vi.advanceTimersByTimeAsync(0)
		},
	}
}

const offer = (connectionId: string, ...slots: Slot[]) =>
	({ connectionId, offerId: 'o', sdp: 'x', slots }) as unknown as Offer

async function connected() {
	const opened = openSession()
	await opened.session.connect(grant)
	await opened.engine('offer', offer('c1', receive('0', 'p1')))
	const peer = opened.peers[0] as FakePeer
	peer.become('connected')
	expect(opened.heard()).toEqual(['connecting', '+p1', 'live'])
	return { ...opened, peer }
}

/** Lets time pass in which packets arrive all the time. */
async function receiveFor(peer: FakePeer, ms: number) {
	for (let passed = 0; passed < ms; passed += 100) {
		peer.receivedBytes += 100
		await vi.advanceTimersByTimeAsync(100)
	}
}

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	vi.useRealTimers()
})

test('[ROOM-14] leaving closes the connection to the engine and its socket, ends what is received, and nothing comes later', async () => {
	const { session, peer, sent, heard } = await connected()
	peer.become('disconnected')
	expect(heard()).toEqual(['interrupted'])
	session.leave()
	expect([peer.isClosed, sent.at(-1), heard()]).toEqual([true, 'disconnect', ['-p1']])
	await vi.advanceTimersByTimeAsync(60_000)
	expect([heard(), vi.getTimerCount()]).toEqual([[], 0])
})

test('[ROOM-256] after leaving, an offer on the same socket is for a later session', async () => {
	const { session, engine, peers, sent } = await connected()
	session.leave()
	const before = sent.length
	await engine('offer', offer('c2', receive('0', 'p1')))
	await engine('connect')
	expect([peers.length, sent.length]).toEqual([1, before])
})

test('[ROOM-14] an offer that waits for the one before opens no connection after leaving', async () => {
	const { session, engine, peer, peers } = await connected()
	peer.setRemoteDescription = () => new Promise(() => {})
	await engine('offer', offer('c1'))
	await engine('offer', offer('c1'))
	session.leave()
	await vi.advanceTimersByTimeAsync(0)
	expect(peers).toHaveLength(1)
})

test('[ROOM-60] an interruption that passes is none; one that lasts is a loss, and its connection is closed', async () => {
	const { peer, heard } = await connected()
	peer.become('disconnected')
	await vi.advanceTimersByTimeAsync(4_000)
	peer.become('connected')
	await vi.advanceTimersByTimeAsync(60_000)
	expect([heard(), peer.isClosed]).toEqual([['interrupted', 'live'], false])
	peer.become('disconnected')
	await vi.advanceTimersByTimeAsync(5_000)
	expect([heard(), peer.isClosed]).toEqual([['interrupted', '-p1', 'lost'], true])
})

describe('[ROOM-94] after a change of address', () => {
	test('a connection that is interrupted when the next grant comes is replaced at once, a working one is kept', async () => {
		const { session, peers, peer, named, engine, heard } = await connected()
		await session.connect(grant)
		expect([heard(), peer.isClosed, named]).toEqual([[], false, [null, 'c1']])
		peer.become('disconnected')
		await session.connect(grant)
		expect([heard(), peer.isClosed, named.at(-1)]).toEqual([['interrupted', '-p1', 'connecting'], true, null])
		await engine('offer', offer('c2', receive('0', 'p1')))
		peers[1]?.become('connected')
		await vi.advanceTimersByTimeAsync(60_000)
		expect(heard()).toEqual(['+p1', 'live'])
	})

	test('a stall is reported, and once the socket is back the page connects to the engine while it enters', async () => {
		const { session, peer, peers, asked, named, engine, heard, counts } = await connected()
		await receiveFor(peer, 2_000)
		await vi.advanceTimersByTimeAsync(900)
		expect(counts.stalls).toBe(1)
		await engine('connect')
		expect([peer.isClosed, heard(), asked]).toEqual([true, ['-p1'], ['hello', 'prepare']])
		await engine('offer', offer('c2', receive('0', 'p1')))
		peers[1]?.become('connected')
		await session.connect(grant, 'c2')
		expect([heard(), named]).toEqual([['+p1', 'live', 'live'], [null]])
	})

	test('a connection on which packets arrive again is kept', async () => {
		const { peer, asked, engine } = await connected()
		await receiveFor(peer, 2_000)
		await vi.advanceTimersByTimeAsync(900)
		await receiveFor(peer, 800)
		await engine('connect')
		expect([peer.isClosed, asked]).toEqual([false, ['hello']])
	})

	test('a connection that stalls just after the socket was connected again is replaced, a later stall is only reported', async () => {
		const { peer, engine, heard, counts } = await connected()
		await receiveFor(peer, 2_000)
		await engine('connect')
		await vi.advanceTimersByTimeAsync(900)
		expect([heard(), peer.isClosed, counts.stalls]).toEqual([['-p1', 'lost'], true, 1])

		const later = await connected()
		await later.engine('connect')
		await receiveFor(later.peer, 6_000)
		await vi.advanceTimersByTimeAsync(900)
		expect([later.heard(), later.peer.isClosed, later.counts.stalls]).toEqual([[], false, 1])
	})

	test('a prepared connection is watched only once it is admitted', async () => {
		const { session, peers, engine, counts } = openSession()
		const preparing = session.prepare?.()
		await engine('offer', offer('c1'))
		await preparing
		const [peer] = peers
		if (!peer) throw new Error('nothing was prepared')
		peer.become('connected')
		expect(vi.getTimerCount()).toBe(0)
		await session.connect(grant, 'c1')
		await receiveFor(peer, 2_000)
		await vi.advanceTimersByTimeAsync(900)
		expect(counts.stalls).toBe(1)
		session.leave()
		expect(vi.getTimerCount()).toBe(0)
	})
})

test('[ROOM-89] a room that listens late hears what was received before', async () => {
	const { session, stop, engine } = openSession()
	stop()
	await session.prepare?.()
	await engine('offer', offer('c1', receive('0', 'p1')))
	const heard: string[] = []
	session.on(({ type }) => heard.push(type))
	expect(heard).toEqual(['paused', 'track'])
	session.on(({ type }) => heard.push(`second ${type}`))
	expect(heard).toHaveLength(2)
})

test('[ROOM-90] a first connection that fails for a moment is kept, and given up where the failure lasts', async () => {
	const opened = openSession()
	await opened.session.connect(grant)
	await opened.engine('offer', offer('c1'))
	const peer = opened.peers[0] as FakePeer
	peer.become('failed')
	await vi.advanceTimersByTimeAsync(2_900)
	peer.become('connecting')
	await vi.advanceTimersByTimeAsync(25_000)
	peer.become('connected')
	expect([opened.heard(), peer.isClosed]).toEqual([['connecting', 'live'], false])
	await opened.engine('offer', offer('c2'))
	const second = opened.peers[1] as FakePeer
	second.become('failed')
	await vi.advanceTimersByTimeAsync(3_000)
	expect([opened.heard(), second.isClosed]).toEqual([['lost'], true])
})

test('[ROOM-90] a connection that does not come about is given up after half a minute', async () => {
	const { session, engine, peers, heard } = openSession()
	await session.connect(grant)
	await engine('offer', offer('c1', receive('0', 'p1')))
	await vi.advanceTimersByTimeAsync(29_000)
	expect(heard()).toEqual(['connecting', '+p1'])
	await vi.advanceTimersByTimeAsync(1_000)
	expect([heard(), peers[0]?.isClosed]).toEqual([['-p1', 'lost'], true])
	await session.connect({ ...grant })
	await engine('offer', offer('c2', receive('0', 'p1')))
	peers[1]?.become('connected')
	heard()
	await vi.advanceTimersByTimeAsync(60_000)
	expect(heard()).toEqual([])
})

test('a connection that the engine starts anew takes the place of the one before', async () => {
	const { peer, peers, engine, heard } = await connected()
	await engine('offer', offer('c2', receive('0', 'p2')))
	expect([peer.isClosed, peers[1]?.isClosed, heard()]).toEqual([true, false, ['-p1', '+p2']])
	peer.become('failed')
	expect(heard()).toEqual([])
})

test('[ROOM-60] an interruption ends with its connection, and does not end the one that replaced it', async () => {
	const { engine, peer, peers } = await connected()
	peer.become('disconnected')
	await engine('offer', offer('c2', receive('0', 'p1')))
	await vi.advanceTimersByTimeAsync(6_000)
	expect(peers.map(({ isClosed }) => isClosed)).toEqual([true, false])
})

test('[ROOM-60] a late offer of a connection that was lost opens none', async () => {
	const { engine, peers, sent } = await connected()
	await engine('lost', { connectionId: 'c1' })
	const before = sent.length
	await engine('offer', offer('c1', receive('0', 'p1')))
	expect([peers.length, sent.length]).toEqual([1, before])
})

test('slots that change begin and end what is received; those of another connection change nothing', async () => {
	const { engine, heard } = await connected()
	await engine('slots', { connectionId: 'c1', slots: [receive('0', 'p2'), receive('1', 'p3')] })
	expect(heard()).toEqual(['-p1', '+p2', '+p3'])
	await engine('slots', { connectionId: 'c0', slots: [] })
	expect(heard()).toEqual([])
	await engine('slots', { connectionId: 'c1', slots: [receive('1', 'p3')] })
	expect(heard()).toEqual(['-p2'])
})

test('what is switched off is not sent again after a new connection', async () => {
	const { session, sent } = await connected()
	await session.publish('microphone', {} as MediaStreamTrack)
	await session.publish('camera', {} as MediaStreamTrack)
	await session.unpublish('camera')
	sent.length = 0
	await session.connect({ ...grant })
	expect(sent).toEqual(['published'])
})

test('a listener that has gone hears of nothing', async () => {
	const { stop, peer, heard } = await connected()
	stop()
	peer.become('failed')
	expect(heard()).toEqual([])
})

describe('[ROOM-82] a connection prepared before the grant', () => {
	async function prepared(state: RTCPeerConnectionState) {
		const opened = openSession()
		await opened.session.prepare?.()
		await opened.engine('offer', offer('c1'))
		const peer = opened.peers[0] as FakePeer
		peer.become(state)
		opened.heard()
		return { ...opened, peer }
	}

	test('is used by the grant, and is live at once', async () => {
		const { session, engine, heard, peers } = await prepared('connected')
		await session.connect(grant)
		await engine('slots', { connectionId: 'c1', slots: [receive('0', 'p1')] })
		expect([heard(), peers.length]).toEqual([['live', '+p1'], 1])
		await session.connect({ ...grant })
		expect(heard()).toEqual([])
	})

	test('that is still connecting is waited for, unless the grant names relays', async () => {
		const { session, heard, peer } = await prepared('connecting')
		await session.connect(grant)
		expect([heard(), peer.isClosed]).toEqual([['connecting'], false])
		const behind = await prepared('connecting')
		await behind.session.connect({ ...grant, iceServers: [{ urls: 'turn:relay.example' }] })
		expect([behind.heard(), behind.peer.isClosed]).toEqual([['connecting'], true])
	})

	test('that is closed while it answers does not hold up the next one', async () => {
		const { session, engine, peer, peers, sent } = await prepared('connecting')
		peer.setRemoteDescription = () => new Promise(() => {})
		await engine('offer', offer('c1'))
		await session.connect({ ...grant, iceServers: [{ urls: 'turn:relay.example' }] })
		sent.length = 0
		await engine('offer', offer('c2'))
		expect([peers.length, sent]).toEqual([2, ['answer']])
	})

	test('[ROOM-89] that came with the grant already is used without another request', async () => {
		const { session, engine, heard, asked } = await prepared('connected')
		await session.connect(grant, 'c1')
		await engine('slots', { connectionId: 'c1', slots: [receive('0', 'p1')] })
		expect([heard(), asked]).toEqual([['live', '+p1'], ['prepare']])
		await session.connect({ ...grant }, 'another')
		expect(asked).toEqual(['prepare', 'hello'])
	})

	test('is waited for while it is being prepared, and named to the engine', async () => {
		const { session, asked, engine, heard, peers } = openSession()
		void session.prepare?.()
		const connecting = session.connect(grant)
		await engine('offer', offer('c1', receive('0', 'p1')))
		await connecting
		expect([asked, peers.length, heard()]).toEqual([['prepare', 'hello'], 1, ['connecting', '+p1']])
	})

	test('that was lost is replaced by a new one', async () => {
		const { session, engine, heard, peers, peer } = await prepared('connected')
		peer.become('failed')
		heard()
		await session.connect(grant)
		await engine('offer', offer('c2', receive('0', 'p1')))
		expect([heard(), peers.length]).toEqual([['connecting', '+p1'], 2])
	})

	test('[ROOM-210] outlasts the loss of the connection of the device that it replaces', async () => {
		const { session, engine, heard, asked, peer } = await prepared('connected')
		await engine('lost', { connectionId: 'c0' })
		await session.connect(grant, 'c1')
		expect([heard(), asked, peer.isClosed]).toEqual([['live'], ['prepare'], false])
		await engine('lost', { connectionId: 'c1' })
		expect([heard(), peer.isClosed]).toEqual([['lost'], true])
	})

	test.each(['lost', 'failed'] as const)('[ROOM-89] that is %s before the grant admits it is replaced', async how => {
		const { session, engine, heard, named, peer, peers } = await prepared('connected')
		if (how === 'lost') await engine('lost', { connectionId: 'c1' })
		else peer.become('failed')
		heard()
		await session.connect(grant, 'c1')
		await engine('offer', offer('c2', receive('0', 'p1')))
		expect([heard(), named, peers.length]).toEqual([['connecting', '+p1'], [null], 2])
	})
})
