import type { Socket } from 'node:net'
import { type MeetingId, ok, refused } from '@parley/core'
import type { Ids } from '../../../../../platform/ids.ts'
import type { Log } from '../../../../../platform/log.ts'
import type { FlvTag } from '../../../ingest.ts'
import { flvFileHeader, writeFlvTag } from '../flv/flvReader.ts'
import {
	type ComposeAnswer,
	ComposeRequest,
	type ComposerNote,
	type ComposerTunnels,
	composerCalls,
	composerTunnelPath,
	type MeetingNodes,
	maxLineLength,
	noteTag,
	stopLine,
} from './composerTunnel.ts'
import type { MeetingComposers } from './meetingComposers.ts'

/** Time in which a ticket has to be used. */
const ticketLifetimeMs = 10_000
/** A tunnel with this much unsent data leads to a node that hangs, and is closed. */
const maxPendingBytes = 6 * 1024 * 1024

interface Setup {
	composers: MeetingComposers
	nodes: MeetingNodes
	ids: Pick<Ids, 'secret'>
	/** Called when a tunnel has closed, without the node with the streams having stopped the broadcast. */
	onLost(request: ComposeRequest): void
	log: Log
}

/** Composes the meetings whose rooms are on this node for the node that has the streams (NODE-35). */
export function createComposerForNodes({ composers, nodes, ids, onLost, log }: Setup) {
	const tickets = new Map<string, ComposeRequest>()
	const open = new Map<MeetingId, { socket: Socket; stop(): void }>()
	const { nodeCalls } = nodes

	const hasRoom = async (meetingId: MeetingId): Promise<boolean> =>
		(await nodes.findRoomNode(meetingId)) === undefined && (await nodes.participantCount(meetingId)) > 0

	nodeCalls.handle(
		composerCalls.canCompose,
		ComposeRequest.entries.meetingId,
		meetingId => composers.obstacleOf(meetingId) ?? true,
	)
	nodeCalls.handle(composerCalls.compose, ComposeRequest, async (request): Promise<ComposeAnswer> => {
		// The room may have moved since this node was looked up.
		if (!(await hasRoom(request.meetingId))) return refused('unavailable')
		// The node with the streams asks again only if it has lost the tunnel.
		close(request.meetingId)
		const refusal = composers.refusalOf(request.meetingId)
		return refusal ? refused(refusal) : ok(issueTicket(request))
	})

	function issueTicket(request: ComposeRequest): string {
		const ticket = ids.secret()
		tickets.set(ticket, request)
		setTimeout(() => tickets.delete(ticket), ticketLifetimeMs).unref()
		return ticket
	}

	function close(meetingId: MeetingId) {
		const tunnel = open.get(meetingId)
		open.delete(meetingId)
		tunnel?.stop()
		tunnel?.socket.destroy()
	}

	/** Serves a tunnel: its first line is a ticket. */
	function serve(socket: Socket) {
		let compose: ComposeRequest | undefined
		let isStopped = false
		const timer = setTimeout(() => socket.destroy(), ticketLifetimeMs)
		socket.setKeepAlive(true, 10_000)
		socket.on('error', () => socket.destroy())
		onLine(socket, line => {
			if (compose) {
				isStopped ||= line === stopLine
				return
			}
			clearTimeout(timer)
			compose = tickets.get(line)
			tickets.delete(line)
			if (compose) void tryToBegin(socket, compose, () => isStopped)
			else socket.destroy()
		})
		socket.once('close', () => clearTimeout(timer))
	}

	async function tryToBegin(socket: Socket, request: ComposeRequest, isStopped: () => boolean): Promise<void> {
		const { meetingId, streamId } = request
		try {
			// The last participant may have left meanwhile, and nothing would stop the composition.
			const isNeeded = (await hasRoom(meetingId)) && !isStopped() && !socket.destroyed
			if (isNeeded && begin(socket, request, isStopped)) return
		} catch (error) {
			log.warn({ meetingId, streamId, err: error }, 'the room of a meeting could not be found')
		}
		socket.destroy()
	}

	/** Returns whether the composition has begun. */
	function begin(socket: Socket, request: ComposeRequest, isStopped: () => boolean): boolean {
		const { meetingId, streamId } = request
		let hasRoomEnded = false
		const send = (tag: FlvTag) => {
			if (!socket.writable) return
			socket.write(writeFlvTag(tag))
			if (socket.writableLength > maxPendingBytes) socket.destroy()
		}
		const note = (text: ComposerNote) => send(noteTag(text))
		const composed = composers.compose(meetingId, () =>
			ok({
				onTag: send,
				onInterruption: () => note('parley.interrupted'),
				onRoomEnd() {
					hasRoomEnded = true
					note('parley.roomEnded')
					socket.end()
					if (composed.ok) composed.value.stop()
				},
			}),
		)
		if (!composed.ok) {
			log.warn({ meetingId, streamId, failure: composed.failure }, 'a meeting could not be composed for another node')
			return false
		}
		socket.write(flvFileHeader({ audio: true, video: true }))
		const { stop } = composed.value
		open.set(meetingId, { socket, stop })
		socket.once('close', () => {
			stop()
			// One that was closed here ends with this node, or was replaced.
			if (open.get(meetingId)?.socket !== socket) return
			open.delete(meetingId)
			if (!hasRoomEnded && !isStopped()) onLost(request)
		})
		return true
	}

	return {
		hasRoom,
		/** Returns whether a meeting is being composed for another node. */
		isComposing: (meetingId: MeetingId): boolean => open.has(meetingId),
		accept: (tunnels: Pick<ComposerTunnels, 'accept'>): void => tunnels.accept(composerTunnelPath, serve),
		stopAll() {
			for (const meetingId of [...open.keys()]) close(meetingId)
		},
	}
}
export type ComposerForNodes = ReturnType<typeof createComposerForNodes>

/** Calls `act` for each line; one that is too long ends the connection. */
function onLine(socket: Socket, act: (line: string) => void) {
	let pending = ''
	socket.on('data', bytes => {
		const lines = (pending + bytes.toString('latin1')).split('\n')
		pending = lines.pop() ?? ''
		if (pending.length > maxLineLength) return void socket.destroy()
		for (const line of lines) act(line)
	})
}
