import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { MeetingId } from '@parley/core'
import { meetingQuery } from '@parley/room'
import type { Server } from 'socket.io'
import * as v from 'valibot'
import type { GatewayEdge } from '../../../../platform/gatewayOptions.ts'
import { isConnectionRefused } from '../../../../platform/nodeCalls.ts'
import type { RoomService } from '../../index.ts'
import type { OtherNode } from '../../roomNodes.ts'
import type { GatewayLog } from './socketCalls.ts'

interface PassingDeps {
	relay: NonNullable<GatewayEdge['relay']>
	findOtherNode: RoomService['findOtherNode']
	suspectNode: RoomService['suspectNode']
	log: GatewayLog
}

/** Passes the sockets of pages that name a meeting on to the node that has its room. Others are served here. */
export function passUpgradesOn(
	engine: Server['engine'],
	{ relay, findOtherNode, suspectNode, log }: PassingDeps,
): void {
	const serve = engine.handleUpgrade.bind(engine)

	/** A request that was passed on already is served, so that none goes in circles. */
	async function findNode(request: IncomingMessage): Promise<OtherNode | undefined> {
		if (relay.read(request)) return undefined
		const named = new URL(request.url ?? '', 'http://unused').searchParams.get(meetingQuery)
		const { success, output: meetingId } = v.safeParse(MeetingId, named)
		return success ? await findOtherNode(meetingId) : undefined
	}

	async function route(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		// One that breaks meanwhile would end the process.
		const ignore = () => {}
		socket.on('error', ignore)
		const node = await findNode(request).catch(error => {
			log.error({ err: error }, 'the node of a room could not be looked up: its socket is served here')
			return undefined
		})
		socket.off('error', ignore)
		if (node?.url == null) return serve(request as never, socket, head)
		try {
			await relay.passOn(node.url, request, socket, head)
		} catch (error) {
			log.warn({ err: error, url: node.url }, 'the node of a room did not take a socket')
			// The page connects again, and finds the room free if that node has ended.
			if (isConnectionRefused(error)) await suspectNode(node).catch(() => {})
		}
	}

	// The library calls it for every upgrade of its path.
	engine.handleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void route(request, socket, head)
}
