import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { liveDelays, type MeetingId, ok, publishObstacles, type Result, refused } from '@parley/core'
import * as v from 'valibot'
import type { Ids } from '../../../../../platform/ids.ts'
import type { Log } from '../../../../../platform/log.ts'
import { isConnectionRefused, type NodeAddress, NodeUnreachableError } from '../../../../../platform/nodeCalls.ts'
import { interruptionReportedMs } from '../../../../composer/index.ts'
import type { LiveStreamId, MeetingPublisher, MeetingPublishRefusal, PublisherLeaveReason } from '../../../index.ts'
import type { LiveIngest, LivePublisher } from '../../../ingest.ts'
import type { StreamsNode } from '../../../liveMedia.ts'
import { createFlvReader } from '../flv/flvReader.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'
import { createComposerForNodes } from './composerForNodes.ts'
import {
	ComposeAnswer,
	type ComposeRequest,
	type ComposerTunnels,
	composerCalls,
	composerTunnelPath,
	type MeetingNodes,
	noteOf,
	PublishAnswer,
	PublishRequest,
	stopLine,
} from './composerTunnel.ts'
import { roomAddress } from './ffmpegMeetingPublisher.ts'
import type { MeetingComposers } from './meetingComposers.ts'

const closesWithinMs = 5_000

/** Returns whether a broadcast goes on after its publisher was disconnected. */
const isLost: Record<PublisherLeaveReason, boolean> = {
	disconnected: true,
	noData: true,
	corrupt: true,
	codec: false,
	replaced: false,
	ended: false,
}

/** Returns whether a broadcast that is refused after an interruption is tried again. */
const isTriedAgain: Record<MeetingPublishRefusal, boolean> = {
	unavailable: true,
	// Another node may get the room.
	noTranscoder: true,
	busy: false,
	ended: false,
	unknown: false,
}

interface Broadcast {
	streamId: LiveStreamId
	meetingId: MeetingId
	isStopped: boolean
	publisher?: LivePublisher
	/** The time since which its media is missing, in ms of `performance.now`. */
	lostSince?: number | undefined
}

interface Setup {
	engine: Pick<LiveIngest, 'publish'>
	/** Publishes the meetings whose rooms are here. */
	local: MeetingPublisher & { stopAll(): void }
	composers: MeetingComposers
	nodes: MeetingNodes
	ids: Pick<Ids, 'secret'>
	log: Log
	/** Times in ms; replaced by tests. */
	retryEveryMs?: number
	givesUpAfterMs?: number
}

/** Broadcasts meetings on the node with the streams, also those whose rooms are on other nodes (NODE-35 to NODE-37). */
export function createMeetingPublisherOfNodes(setup: Setup) {
	const { engine, local, composers, nodes, ids, log } = setup
	// Viewers are told to wait for as long.
	const { retryEveryMs = 1_000, givesUpAfterMs = liveDelays.publisherGraceMs } = setup
	const { nodeCalls } = nodes
	/** The compositions of rooms on other nodes. */
	const broadcasts = new Map<LiveStreamId, Broadcast>()
	const interruptedAt = new Map<LiveStreamId, number>()
	let links: { tunnels: ComposerTunnels; owner: Pick<StreamsNode, 'findOther'> } | undefined
	let isShutDown = false

	function noteInterruption(streamId: LiveStreamId) {
		const now = performance.now()
		for (const [other, at] of interruptedAt) if (now - at > interruptionReportedMs) interruptedAt.delete(other)
		interruptedAt.set(streamId, now)
	}

	function finish(broadcast: Broadcast) {
		broadcast.isStopped = true
		if (broadcasts.get(broadcast.streamId) !== broadcast) return
		broadcasts.delete(broadcast.streamId)
		interruptedAt.delete(broadcast.streamId)
	}

	function stop(streamId: LiveStreamId) {
		const broadcast = broadcasts.get(streamId)
		if (broadcast) {
			finish(broadcast)
			broadcast.publisher?.close()
		}
		interruptedAt.delete(streamId)
		local.stop(streamId)
	}

	async function publish(streamId: LiveStreamId, meetingId: MeetingId): Promise<Result<void, MeetingPublishRefusal>> {
		if (broadcasts.has(streamId) || local.isPublishing(streamId)) return ok(undefined)
		const other = await nodes.findRoomNode(meetingId)
		if (broadcasts.has(streamId)) return ok(undefined)
		if (!other) return await local.publish(streamId, meetingId)
		const broadcast: Broadcast = { streamId, meetingId, isStopped: false }
		broadcasts.set(streamId, broadcast)
		const connected = await tryConnect(broadcast, other)
		if (!connected.ok) finish(broadcast)
		return connected
	}

	async function tryConnect(broadcast: Broadcast, node: NodeAddress): Promise<Result<void, MeetingPublishRefusal>> {
		try {
			return await connect(broadcast, node)
		} catch (error) {
			const { meetingId, streamId } = broadcast
			log.warn({ meetingId, streamId, node: node.id, err: error }, 'the node of a room does not send its meeting')
			if (isConnectionRefused(error)) await nodes.removeNodeIfEnded(node)
			return refused('unavailable')
		}
	}

	/** @throws if the node does not answer */
	async function connect(broadcast: Broadcast, node: NodeAddress): Promise<Result<void, MeetingPublishRefusal>> {
		const { streamId, meetingId } = broadcast
		if (!links || node.url === null) return refused('unavailable')
		const request: ComposeRequest = { streamId, meetingId, owner: nodes.id }
		const ticket = v.parse(ComposeAnswer, await nodeCalls.ask(node, composerCalls.compose, request))
		if (!ticket.ok) return ticket
		const socket = await links.tunnels.open(node.url, composerTunnelPath, '')
		socket.on('error', () => socket.destroy())
		const opened = broadcast.isStopped ? refused('unavailable') : engine.publish(streamId, roomAddress)
		if (!opened.ok) {
			socket.destroy()
			return opened
		}
		socket.write(`${ticket.value}\n`)
		receive(broadcast, socket, opened.value)
		return ok(undefined)
	}

	function receive(broadcast: Broadcast, socket: Socket, publisher: LivePublisher) {
		const { streamId } = broadcast
		broadcast.publisher = publisher
		const read = createFlvReader(tag => {
			const note = noteOf(tag)
			if (note === 'parley.interrupted') noteInterruption(streamId)
			else if (note === 'parley.roomEnded') stop(streamId)
			else {
				broadcast.lostSince = undefined
				publisher.push(tag)
			}
		})
		socket.on('data', bytes => {
			try {
				read(bytes)
			} catch (error) {
				if (!(error instanceof CorruptMediaError)) throw error
				socket.destroy()
			}
		})
		socket.once('end', () => socket.end())
		socket.once('close', () => publisher.close())
		publisher.onEnd(reason => {
			if (!broadcast.isStopped && isLost[reason]) {
				socket.destroy()
				lose(broadcast)
				return
			}
			finish(broadcast)
			socket.end(`${stopLine}\n`)
			// A node that hangs does not close its side.
			socket.setTimeout(closesWithinMs, () => socket.destroy())
		})
	}

	function lose(broadcast: Broadcast) {
		if (isShutDown) return
		const { streamId, meetingId } = broadcast
		log.warn({ streamId, meetingId }, 'the broadcast of a meeting on another node was interrupted')
		noteInterruption(streamId)
		broadcast.lostSince ??= performance.now()
		restore(broadcast).catch(error => {
			log.error({ streamId, meetingId, err: error }, 'the broadcast of a meeting could not be restored')
			finish(broadcast)
		})
	}

	/** Tries again until the room is found, here or on another node. */
	async function restore(broadcast: Broadcast): Promise<void> {
		const { lostSince = performance.now() } = broadcast
		while (performance.now() - lostSince < givesUpAfterMs) {
			await delay(retryEveryMs, undefined, { ref: false })
			if (broadcast.isStopped || isShutDown) return
			const restored = await tryAgain(broadcast)
			if (restored.ok) return
			if (!isTriedAgain[restored.failure]) break
		}
		finish(broadcast)
	}

	async function tryAgain(broadcast: Broadcast): Promise<Result<void, MeetingPublishRefusal>> {
		const { streamId, meetingId } = broadcast
		try {
			// People who have lost their node are on their way to another one; nothing would stop the broadcast of an empty room.
			if ((await nodes.participantCount(meetingId)) === 0) return refused('unavailable')
			const other = await nodes.findRoomNode(meetingId)
			if (broadcast.isStopped) return ok(undefined)
			if (other) return await tryConnect(broadcast, other)
			const published = await local.publish(streamId, meetingId)
			// From here on it is a broadcast of a room on this node.
			if (published.ok) broadcasts.delete(streamId)
			return published
		} catch (error) {
			log.warn({ streamId, meetingId, err: error }, 'the room of a broadcast could not be found')
			return refused('unavailable')
		}
	}

	/** The node that takes the streams over from one that has ended continues the broadcast (NODE-37). */
	async function moveToNextOwner({ streamId, meetingId, owner }: ComposeRequest): Promise<void> {
		const lostAt = performance.now()
		while (performance.now() - lostAt < givesUpAfterMs) {
			await delay(retryEveryMs, undefined, { ref: false })
			if (isShutDown || forNodes.isComposing(meetingId)) return
			try {
				if (!(await forNodes.hasRoom(meetingId))) return
				const next = await links?.owner.findOther()
				// A node that still runs asks again by itself.
				if (next?.id === owner) continue
				const published = next
					? v.parse(PublishAnswer, await nodeCalls.ask(next, composerCalls.publish, { streamId, meetingId }))
					: await resume(streamId, meetingId)
				// A stream that is unknown may not have been opened yet.
				if (published.ok || !(isTriedAgain[published.failure] || published.failure === 'unknown')) return
			} catch (error) {
				log.warn({ streamId, meetingId, err: error }, 'the broadcast of a meeting was not continued')
			}
		}
	}

	async function resume(streamId: LiveStreamId, meetingId: MeetingId) {
		const published = await publish(streamId, meetingId)
		if (published.ok) noteInterruption(streamId)
		return published
	}

	const forNodes = createComposerForNodes({
		composers,
		nodes,
		ids,
		log,
		onLost: request => void moveToNextOwner(request),
	})
	nodeCalls.handle(composerCalls.publish, PublishRequest, ({ streamId, meetingId }) => resume(streamId, meetingId))

	const publisher: MeetingPublisher = {
		async obstacleOf(meetingId) {
			const other = await nodes.findRoomNode(meetingId)
			if (!other) return composers.obstacleOf(meetingId)
			try {
				const answer = await nodeCalls.ask(other, composerCalls.canCompose, meetingId)
				return answer === true ? undefined : v.parse(v.picklist(publishObstacles), answer)
			} catch (error) {
				if (error instanceof NodeUnreachableError) throw error
				// A server of an earlier release does not know the call (NODE-34).
				log.warn({ meetingId, node: other.id, err: error }, 'the node of a room does not compose meetings')
				return 'noTranscoder'
			}
		},
		publish,
		isPublishing: streamId => broadcasts.has(streamId) || local.isPublishing(streamId),
		wasInterrupted(streamId) {
			const at = interruptedAt.get(streamId)
			return (at !== undefined && performance.now() - at < interruptionReportedMs) || local.wasInterrupted(streamId)
		},
		stop,
	}
	return {
		...publisher,
		/** Connects to other nodes, and accepts their connections, from here on. */
		connect(tunnels: ComposerTunnels, owner: Pick<StreamsNode, 'findOther'>): void {
			links = { tunnels, owner }
			forNodes.accept(tunnels)
		},
		/** Ends everything; other nodes continue the broadcasts of rooms that go on. */
		stopAll() {
			isShutDown = true
			forNodes.stopAll()
			for (const { publisher } of [...broadcasts.values()]) publisher?.close()
			local.stopAll()
		},
	}
}
export type MeetingPublisherOfNodes = ReturnType<typeof createMeetingPublisherOfNodes>
