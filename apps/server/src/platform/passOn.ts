import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { MeetingId, meetingQuery } from '@parley/core'
import * as v from 'valibot'
import type { Forwarding } from './forwarding.ts'
import type { Log } from './log.ts'
import { isConnectionRefused, type NodeAddress } from './nodeCalls.ts'

interface PassOnDeps {
	forwarding: Pick<Forwarding, 'read' | 'passOn' | 'passRequestOn'>
	/** Returns the other node that has the room of a meeting; undefined if this node has it, or none. */
	findOtherNode(meetingId: MeetingId): Promise<NodeAddress | undefined>
	/** Path below which requests are for the node that has the streams of lives. */
	livesPath: string
	/** Returns the other node that has the streams of lives; undefined if this node has them. */
	findLivesNode(): Promise<NodeAddress | undefined>
	/** Removes a node, at whose address nothing listens, if its process has ended, which frees its rooms. */
	removeNodeIfEnded(node: NodeAddress): Promise<unknown>
	log: Pick<Log, 'warn' | 'error'>
}

/**
 * Passes sockets and requests on to the node that they are for: the one that has the room of the meeting that their address names,
 * or the streams of lives. Others are served here.
 */
export function createPassOn({
	forwarding,
	findOtherNode,
	livesPath,
	findLivesNode,
	removeNodeIfEnded,
	log,
}: PassOnDeps) {
	/** A request that was passed on already is served, so that none goes in circles. */
	async function findNode(request: IncomingMessage): Promise<(NodeAddress & { url: string }) | undefined> {
		const { url = '' } = request
		const find = findFor(url)
		if (!find || forwarding.read(request)) return undefined
		try {
			const node = await find()
			return node?.url == null ? undefined : { ...node, url: node.url }
		} catch (error) {
			log.error({ err: error }, 'the node of a request could not be looked up: it is served here')
			return undefined
		}
	}

	/** Returns the lookup for an address; undefined for those that each node serves. */
	function findFor(url: string): (() => Promise<NodeAddress | undefined>) | undefined {
		if (url.startsWith(livesPath)) return findLivesNode
		if (!url.includes(`${meetingQuery}=`)) return undefined
		const named = new URL(url, 'http://unused').searchParams.get(meetingQuery)
		const { success, output: meetingId } = v.safeParse(MeetingId, named)
		return success ? () => findOtherNode(meetingId) : undefined
	}

	/** The page tries again, and finds the room free if that node has ended. */
	async function note(node: NodeAddress, error: unknown, message: string): Promise<void> {
		log.warn({ err: error, url: node.url }, message)
		if (isConnectionRefused(error)) await removeNodeIfEnded(node).catch(() => {})
	}

	return {
		/** Returns whether the upgrade of a WebSocket was passed on; its socket is then closed unless that node takes it. */
		async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<boolean> {
			// A socket that breaks meanwhile would end the process.
			const ignore = () => {}
			socket.on('error', ignore)
			const node = await findNode(request)
			socket.off('error', ignore)
			if (!node) return false
			await forwarding.passOn(node.url, request, socket, head).catch(async error => {
				await note(node, error, 'another node did not take a socket')
			})
			return true
		},
		/**
		 * Returns whether a request was passed on, with its answer.
		 * @param begin called before the answer is written
		 */
		async request(request: IncomingMessage, response: ServerResponse, begin: () => void): Promise<boolean> {
			const node = await findNode(request)
			if (!node) return false
			begin()
			await forwarding.passRequestOn(node.url, request, response).catch(async error => {
				await note(node, error, 'another node did not answer a request')
				if (response.headersSent) response.destroy()
				else response.writeHead(503, { 'retry-after': '1', 'cache-control': 'no-store' }).end()
			})
			return true
		},
	}
}
export type PassOn = ReturnType<typeof createPassOn>
