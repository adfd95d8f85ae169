import { connect, createServer, type Server, type Socket } from 'node:net'
import { type MeetingId, ok, type PublishObstacle, type Result, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import { type NodeAddress, NodeUnreachableError } from '../../../../../platform/nodeCalls.ts'
import type { PublisherLeaveReason } from '../../../index.ts'
import type { FlvTag, LivePublisher } from '../../../ingest.ts'
import type { ComposeRefusal, MeetingPublishRefusal } from '../../../meetingPublisher.ts'
import { composerCalls } from './composerTunnel.ts'
import type { ComposedOutput, MeetingComposers } from './meetingComposers.ts'
import { createMeetingPublisherOfNodes } from './meetingPublisherOfNodes.ts'

const meetingId = '123456789' as MeetingId
const streamId = 's1'
const picture = (byte: number): FlvTag => ({ type: 'video', timestampMs: byte, body: Buffer.alloc(3, byte) })

interface TestNode {
	publisher: ReturnType<typeof createMeetingPublisherOfNodes>
	handlers: Map<string, (input: never) => unknown>
	composing: ReturnType<typeof fakeComposers>['state']
	/** The meeting that it composes. */
	output(): ComposedOutput | undefined
	engine: ReturnType<typeof fakeEngine>
	/** Streams of the meetings whose rooms it has. */
	localPublished: Set<string>
	port: number
	isDead(): boolean
	cutTunnels(): void
	kill(): void
}
let all: Map<string, TestNode>
/** The nodes that have the streams of lives and the room; undefined for none. */
let owner: string | undefined
let room: string | undefined
let participants: number
let servers: Server[]
beforeEach(() => {
	all = new Map()
	servers = []
	participants = 1
	owner = 'streams'
	room = 'room'
})
afterEach(() => {
	for (const node of all.values()) node.kill()
	for (const server of servers) server.close()
})

const address = (id: string): NodeAddress => ({ id, url: `http://${id}` })

/** Meetings that the test composes. */
function fakeComposers() {
	const running = new Map<MeetingId, ComposedOutput>()
	const state: { refusal: ComposeRefusal | undefined; obstacle: PublishObstacle | undefined } = {
		refusal: undefined,
		obstacle: undefined,
	}
	const composers: MeetingComposers = {
		obstacleOf: () => state.obstacle,
		refusalOf: id => state.refusal ?? (running.has(id) ? 'busy' : undefined),
		compose(id, open) {
			if (running.has(id)) return refused('busy')
			const opened = open()
			if (!opened.ok) return opened
			running.set(id, opened.value)
			return ok({ wasInterrupted: () => false, stop: () => void running.delete(id) })
		},
	}
	return { composers, state, output: () => running.get(meetingId) }
}

/** A stream whose media the test reads. */
function fakeEngine() {
	const received: number[] = []
	const state: { refusal: 'busy' | 'ended' | 'unknown' | undefined } = { refusal: undefined }
	let leave: ((reason: PublisherLeaveReason) => void) | undefined
	const publish = (): Result<LivePublisher, 'busy' | 'ended' | 'unknown'> => {
		if (state.refusal) return refused(state.refusal)
		if (leave) return refused('busy')
		const listeners: ((reason: PublisherLeaveReason) => void)[] = []
		const own = (reason: PublisherLeaveReason) => {
			if (leave !== own) return
			leave = undefined
			for (const listener of listeners) listener(reason)
		}
		leave = own
		return ok({
			push: ({ body }) => void received.push(body[0] ?? -1),
			pushBytes() {},
			close: (reason = 'disconnected') => own(reason),
			onEnd: listener => void listeners.push(listener),
		})
	}
	return {
		publish,
		received,
		state,
		isPublished: () => leave !== undefined,
		leave: (r: PublisherLeaveReason) => leave?.(r),
	}
}

async function addNode(id: string): Promise<TestNode> {
	const handlers = new Map<string, (input: never) => unknown>()
	const { composers, state: composing, output } = fakeComposers()
	const engine = fakeEngine()
	const localPublished = new Set<string>()
	const sockets = new Set<Socket>()
	let isDead = false
	let serve: ((socket: Socket, address: string) => void) | undefined
	const server = createServer(socket => {
		sockets.add(socket)
		socket.once('end', () => socket.end())
		serve?.(socket, '')
	})
	servers.push(server)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const publisher = createMeetingPublisherOfNodes({
		engine,
		local: {
			obstacleOf: async () => undefined,
			async publish(stream) {
				localPublished.add(stream)
				return ok(undefined)
			},
			isPublishing: stream => localPublished.has(stream),
			wasInterrupted: () => false,
			stop: stream => void localPublished.delete(stream),
			stopAll() {},
		},
		composers,
		nodes: {
			id,
			nodeCalls: {
				async ask(node, call, input) {
					const asked = all.get(node.id)
					if (!asked || asked.isDead()) throw new NodeUnreachableError(node, new Error('it has ended'))
					return await asked.handlers.get(call)?.(input as never)
				},
				handle: (call, _, answer) => void handlers.set(call, answer as (input: never) => unknown),
			},
			findRoomNode: async () => (room === undefined || room === id ? undefined : address(room)),
			removeNodeIfEnded: async () => {},
			participantCount: async () => participants,
		},
		ids: { secret: () => `ticket-${Math.random()}` },
		log: createLog('silent'),
		retryEveryMs: 20,
		givesUpAfterMs: 400,
	})
	const open = async (url: string) => {
		const socket = connect(all.get(new URL(url).hostname)?.port ?? 9, '127.0.0.1')
		sockets.add(socket)
		await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
		return socket
	}
	publisher.connect(
		{
			open,
			accept(_, onConnection) {
				serve = onConnection
			},
		},
		{ findOther: async () => (owner === undefined || owner === id ? undefined : address(owner)) },
	)
	const node = {
		publisher,
		handlers,
		composing,
		output,
		engine,
		localPublished,
		port: (server.address() as { port: number }).port,
		isDead: () => isDead,
		cutTunnels: () => sockets.forEach(socket => void socket.destroy()),
		kill() {
			isDead = true
			publisher.stopAll()
			for (const socket of sockets) socket.destroy()
		},
	}
	all.set(id, node)
	return node
}

/** A node with the streams that publishes the meeting of another node. */
async function publishing() {
	const [streams, other] = [await addNode('streams'), await addNode('room')]
	expect(await streams.publisher.publish(streamId, meetingId)).toEqual(ok(undefined))
	await vi.waitFor(() => expect(other.output()).toBeDefined())
	return { streams, other }
}
const isSeen = (from: TestNode, by: TestNode, byte: number) =>
	vi.waitFor(() => {
		from.output()?.onTag(picture(byte))
		expect(by.engine.received).toContain(byte)
	})
const isPublishing = ({ publisher }: TestNode) => publisher.isPublishing(streamId)

test('[NODE-35] the node of the room composes, and its media reaches the stream; a repeated call does nothing', async () => {
	const { streams, other } = await publishing()
	await isSeen(other, streams, 7)
	expect(await streams.publisher.publish(streamId, meetingId)).toEqual(ok(undefined))
	expect([isPublishing(streams), streams.publisher.wasInterrupted(streamId)]).toEqual([true, false])
	expect([...streams.localPublished, ...other.localPublished]).toEqual([])
})

test('[NODE-35] a room that is here is composed here', async () => {
	const node = await addNode('streams')
	room = undefined
	expect(await node.publisher.publish(streamId, meetingId)).toEqual(ok(undefined))
	expect([...node.localPublished]).toEqual([streamId])
	node.publisher.stop(streamId)
	expect(isPublishing(node)).toBe(false)
})

test.each(['noTranscoder', 'busy', 'unavailable'] as const)(
	'[NODE-35] the node of the room refuses: %s',
	async refusal => {
		const [streams, other] = [await addNode('streams'), await addNode('room')]
		other.composing.refusal = refusal
		expect(await streams.publisher.publish(streamId, meetingId)).toEqual(refused(refusal))
		expect([isPublishing(streams), streams.engine.isPublished()]).toEqual([false, false])
	},
)

test.each(['busy', 'ended', 'unknown'] as const)('[NODE-35] the stream refuses: %s', async refusal => {
	const [streams, other] = [await addNode('streams'), await addNode('room')]
	streams.engine.state.refusal = refusal
	expect(await streams.publisher.publish(streamId, meetingId)).toEqual(refused(refusal satisfies MeetingPublishRefusal))
	expect([isPublishing(streams), other.output()]).toEqual([false, undefined])
})

test('[NODE-35] a node that does not answer, or no longer has people in the room, is a refusal', async () => {
	const streams = await addNode('streams')
	expect(await streams.publisher.publish(streamId, meetingId)).toEqual(refused('unavailable'))
	await addNode('room')
	participants = 0
	expect(await streams.publisher.publish(streamId, meetingId)).toEqual(refused('unavailable'))
	expect(isPublishing(streams)).toBe(false)
})

test('[NODE-35] whether a meeting can be published depends on the node of its room', async () => {
	const [streams, other] = [await addNode('streams'), await addNode('room')]
	streams.composing.obstacle = 'noTranscoder'
	expect(await streams.publisher.obstacleOf(meetingId)).toBeUndefined()
	other.composing.obstacle = 'noEgress'
	expect(await streams.publisher.obstacleOf(meetingId)).toBe('noEgress')
	// A server of an earlier release says only that it cannot.
	other.composing.obstacle = false as never
	expect(await streams.publisher.obstacleOf(meetingId)).toBe('noTranscoder')
	other.handlers.delete(composerCalls.canCompose)
	expect(await streams.publisher.obstacleOf(meetingId)).toBe('noTranscoder')
	other.kill()
	await expect(streams.publisher.obstacleOf(meetingId)).rejects.toThrow(NodeUnreachableError)
})

test('[NODE-35] a tunnel without a ticket, or with one that was used, gets nothing', async () => {
	const other = await addNode('room')
	const handler = other.handlers.get(composerCalls.compose) as (input: object) => Promise<{ value: string }>
	const { value: ticket } = await handler({ streamId, meetingId, owner: 'streams' })
	const send = (line: string) => {
		const socket = connect(other.port, '127.0.0.1').on('error', () => {})
		const state = { bytes: 0, isClosed: false }
		socket.on('data', bytes => (state.bytes += bytes.length)).once('close', () => (state.isClosed = true))
		socket.write(line)
		return state
	}
	const guessed = send('guessed\n')
	const endless = send('x'.repeat(1_000))
	await vi.waitFor(() => expect([guessed, endless]).toEqual(Array(2).fill({ bytes: 0, isClosed: true })))
	const first = send(`${ticket}\n`)
	await vi.waitFor(() => expect(first.bytes).toBeGreaterThan(0))
	expect(first.isClosed).toBe(false)
	other.output()?.onRoomEnd()
	await vi.waitFor(() => expect([first.isClosed, other.output()]).toEqual([true, undefined]))
	const second = send(`${ticket}\n`)
	await vi.waitFor(() => expect(second).toEqual({ bytes: 0, isClosed: true }))
})

test('[NODE-35] nothing is composed if the last participant leaves before the tunnel is open', async () => {
	const other = await addNode('room')
	const handler = other.handlers.get(composerCalls.compose) as (input: object) => Promise<{ value: string }>
	const { value: ticket } = await handler({ streamId, meetingId, owner: 'streams' })
	participants = 0
	const socket = connect(other.port, '127.0.0.1')
	const closed = new Promise(resolve => socket.once('close', resolve))
	socket.write(`${ticket}\n`)
	await closed
	expect(other.output()).toBeUndefined()
})

test('[NODE-36] a composition whose tunnel hangs is replaced', async () => {
	const { other } = await publishing()
	const handler = other.handlers.get(composerCalls.compose) as (input: object) => Promise<unknown>
	expect(await handler({ streamId, meetingId, owner: 'streams' })).toEqual(ok(expect.any(String)))
	expect(other.output()).toBeUndefined()
})

test('[NODE-36] a stop ends the composer there, and nothing is restored', async () => {
	const { streams, other } = await publishing()
	await isSeen(other, streams, 1)
	streams.publisher.stop(streamId)
	expect([isPublishing(streams), streams.engine.isPublished()]).toEqual([false, false])
	await vi.waitFor(() => expect(other.output()).toBeUndefined())
	// The node of the room has been told: a new node with the streams continues nothing.
	owner = 'room'
	await new Promise(resolve => setTimeout(resolve, 100))
	expect([isPublishing(streams), isPublishing(other)]).toEqual([false, false])
})

test('[NODE-36] the end of the meeting ends the broadcast; an interruption of its composer is reported', async () => {
	const { streams, other } = await publishing()
	other.output()?.onInterruption?.()
	await vi.waitFor(() => expect(streams.publisher.wasInterrupted(streamId)).toBe(true))
	expect(isPublishing(streams)).toBe(true)
	other.output()?.onRoomEnd()
	await vi.waitFor(() => expect(isPublishing(streams)).toBe(false))
	expect([streams.publisher.wasInterrupted(streamId), other.output()]).toEqual([false, undefined])
})

test.each<[PublisherLeaveReason, boolean]>([
	['ended', false],
	['replaced', false],
	['codec', false],
	['noData', true],
	['corrupt', true],
	['disconnected', true],
])('[NODE-36] after the publisher has left as %s, the broadcast goes on: %s', async (reason, goesOn) => {
	const { streams, other } = await publishing()
	const before = other.output()
	streams.engine.leave(reason)
	expect(isPublishing(streams)).toBe(goesOn)
	await vi.waitFor(() => expect(other.output()).not.toBe(before))
	if (goesOn) await isSeen(other, streams, 9)
	else await vi.waitFor(() => expect(other.output()).toBeUndefined())
	expect(streams.publisher.wasInterrupted(streamId)).toBe(goesOn)
})

test('[NODE-36] a lost tunnel is opened again, and reported', async () => {
	const { streams, other } = await publishing()
	await isSeen(other, streams, 1)
	other.cutTunnels()
	await vi.waitFor(() => expect(streams.publisher.wasInterrupted(streamId)).toBe(true))
	await isSeen(other, streams, 2)
	expect(isPublishing(streams)).toBe(true)
})

test('[NODE-36] a room that has moved is composed there, once people are in it', async () => {
	const { streams, other } = await publishing()
	const third = await addNode('third')
	room = undefined
	participants = 0
	other.kill()
	await new Promise(resolve => setTimeout(resolve, 100))
	expect([isPublishing(streams), [...streams.localPublished]]).toEqual([true, []])
	room = 'third'
	participants = 1
	await isSeen(third, streams, 3)
	third.kill()
	room = 'streams'
	await vi.waitFor(() => expect([...streams.localPublished]).toEqual([streamId]))
	expect([isPublishing(streams), streams.publisher.wasInterrupted(streamId)]).toEqual([true, true])
})

test('[NODE-36] a room that nobody returns to is given up', async () => {
	const { streams, other } = await publishing()
	participants = 0
	other.kill()
	await vi.waitFor(() => expect(streams.publisher.wasInterrupted(streamId)).toBe(true))
	await vi.waitFor(() => expect(isPublishing(streams)).toBe(false), { timeout: 2_000 })
	expect(streams.publisher.wasInterrupted(streamId)).toBe(false)
})

test('[NODE-37] when the node with the streams has ended, the next one continues the broadcast', async () => {
	const { streams, other } = await publishing()
	const third = await addNode('third')
	streams.kill()
	await vi.waitFor(() => expect(other.output()).toBeUndefined())
	await new Promise(resolve => setTimeout(resolve, 60))
	// Its streams are opened a moment after it has taken them over.
	third.engine.state.refusal = 'unknown'
	owner = 'third'
	await new Promise(resolve => setTimeout(resolve, 60))
	expect(isPublishing(third)).toBe(false)
	third.engine.state.refusal = undefined
	await isSeen(other, third, 4)
	expect(third.publisher.wasInterrupted(streamId)).toBe(true)
})

test('[NODE-37] the node of the room continues it by itself if it takes the streams over', async () => {
	const { streams, other } = await publishing()
	streams.kill()
	owner = undefined
	await vi.waitFor(() => expect([...other.localPublished]).toEqual([streamId]))
	expect(other.publisher.wasInterrupted(streamId)).toBe(true)
})
