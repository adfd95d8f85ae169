import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { IsTrustedProxy } from '../../../../../platform/clientAddress.ts'
import type { Log } from '../../../../../platform/log.ts'
import { readProxyLine } from '../../../../../platform/proxyLine.ts'
import { createPublisherPlaces, type PublisherPlace } from '../publisherPlaces.ts'
import { type AdmitPublisher, RtmpSession } from './session.ts'

export interface RtmpAddress {
	host: string
	/** 0 for any free port. */
	port: number
}

/** Passes the connection of a publisher on to the node that has the streams; resolves to false if this node has them. */
export type PassPublisherOn = (socket: Socket, address: string) => Promise<boolean>

/** Time in which a proxy sends the first bytes of a connection. */
const proxyWithinMs = 10_000

export interface RtmpServerSetup {
	admit: AdmitPublisher
	/** Proxies whose PROXY line names the publisher; places are counted by it. */
	isTrusted: IsTrustedProxy
	log: Log
}

/** Listens for publishers. */
export function createRtmpServer({ admit, isTrusted, log }: RtmpServerSetup) {
	const sessions = new Set<RtmpSession>()
	const passedOn = new Set<Socket>()
	/** Connections of proxies that have sent nothing yet. */
	const fromProxies = new Set<Socket>()
	const places = createPublisherPlaces()
	let passOn: PassPublisherOn | undefined
	const server = createServer(socket => {
		const address = socket.remoteAddress ?? ''
		if (isTrusted(address, 0)) void acceptFromProxy(socket)
		else accept(socket, address)
	})

	function accept(socket: Socket, address: string) {
		if (passOn) void passOrServe(socket, address, passOn)
		else serve(socket, address)
	}

	async function acceptFromProxy(socket: Socket) {
		fromProxies.add(socket)
		socket.once('close', () => fromProxies.delete(socket))
		// One that breaks meanwhile would end the process.
		socket.on('error', () => socket.destroy())
		const address = await readProxyLine(socket, proxyWithinMs)
		fromProxies.delete(socket)
		if (address === undefined || socket.destroyed) socket.destroy()
		else accept(socket, address)
	}

	function serve(socket: Socket, address: string) {
		const place = places.enter(address, () => socket.destroy())
		if (place) open(socket, address, place)
		else socket.destroy()
	}

	/** The node with the streams counts the connections that are passed on. */
	async function passOrServe(socket: Socket, address: string, passOn: PassPublisherOn) {
		passedOn.add(socket)
		socket.once('close', () => passedOn.delete(socket))
		// One that breaks meanwhile would end the process.
		socket.on('error', () => socket.destroy())
		try {
			if (await passOn(socket, address)) return
		} catch (error) {
			log.warn({ address, err: error }, 'an RTMP connection was not passed on')
			return void socket.destroy()
		}
		passedOn.delete(socket)
		serve(socket, address)
	}

	function open(socket: Socket, address: string, place: PublisherPlace) {
		socket.setKeepAlive(true, 10_000)
		const session = new RtmpSession(socket, address, admit, {
			onPublish: () => place.publishes(),
			onEnd: reason => log.info({ address, reason }, 'RTMP connection ended'),
			onFault: error => log.error({ address, err: error }, 'RTMP connection failed'),
		})
		sessions.add(session)
		socket.once('close', () => {
			sessions.delete(session)
			place.leave()
		})
	}

	return {
		/** From here on, each connection is passed on unless this node has the streams. */
		passPublishersOn(act: PassPublisherOn): void {
			passOn = act
		},
		/** Serves a connection that another node has passed on. */
		serve,
		/** Rejects if the address is taken; returns the port. */
		async listen({ host, port }: RtmpAddress): Promise<number> {
			server.listen({ host, port })
			await once(server, 'listening')
			const address = server.address()
			return typeof address === 'object' && address ? address.port : port
		},
		async close() {
			for (const session of sessions) session.close()
			for (const socket of [...passedOn, ...fromProxies]) socket.destroy()
			if (!server.listening) return
			server.close()
			await once(server, 'close')
		},
	}
}
