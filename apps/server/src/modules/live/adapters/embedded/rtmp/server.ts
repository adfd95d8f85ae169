import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Log } from '../../../../../platform/log.ts'
import { createPublisherPlaces, type PublisherPlace } from '../publisherPlaces.ts'
import { type AdmitPublisher, RtmpSession } from './session.ts'

export interface RtmpAddress {
	host: string
	/** 0 for any free port. */
	port: number
}

/** Listens for publishers. */
export function createRtmpServer({ admit, log }: { admit: AdmitPublisher; log: Log }) {
	const sessions = new Set<RtmpSession>()
	const places = createPublisherPlaces()
	const server = createServer(socket => {
		const address = socket.remoteAddress ?? ''
		const place = places.enter(address, () => socket.destroy())
		if (place) open(socket, address, place)
		else socket.destroy()
	})

	function open(socket: Socket, address: string, place: PublisherPlace) {
		socket.setKeepAlive(true, 10_000)
		const session = new RtmpSession(socket, admit, {
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
		/** Rejects if the address is taken; returns the port. */
		async listen({ host, port }: RtmpAddress): Promise<number> {
			server.listen({ host, port })
			await once(server, 'listening')
			const address = server.address()
			return typeof address === 'object' && address ? address.port : port
		},
		async close() {
			for (const session of sessions) session.close()
			if (!server.listening) return
			server.close()
			await once(server, 'close')
		},
	}
}
