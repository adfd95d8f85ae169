import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Log } from '../../platform/log.ts'
import { type AdmitPublisher, RtmpSession } from './session.ts'

export interface RtmpAddress {
	host: string
	/** 0 for any that is free. */
	port: number
}

/** Connections of all publishers, and of one address: nobody takes the places of all others. */
const maxConnections = 200
const maxPerAddress = 20

/** Listens for publishers. */
export function createRtmpServer({ admit, log }: { admit: AdmitPublisher; log: Log }) {
	const sessions = new Map<RtmpSession, string>()
	const server = createServer(socket => {
		const address = socket.remoteAddress ?? ''
		const fromThere = [...sessions.values()].filter(other => other === address).length
		if (sessions.size >= maxConnections || fromThere >= maxPerAddress) {
			socket.destroy()
			return
		}
		open(socket, address)
	})

	function open(socket: Socket, address: string) {
		socket.setKeepAlive(true, 10_000)
		const session = new RtmpSession(socket, admit, {
			onEnd: reason => log.info({ address, reason }, 'RTMP connection ended'),
			onFault: error => log.error({ address, err: error }, 'RTMP connection failed'),
		})
		sessions.set(session, address)
		socket.once('close', () => sessions.delete(session))
	}

	return {
		/** Rejects where the address is taken; returns the port. */
		async listen({ host, port }: RtmpAddress): Promise<number> {
			server.listen({ host, port })
			await once(server, 'listening')
			const address = server.address()
			return typeof address === 'object' && address ? address.port : port
		},
		async close() {
			for (const session of sessions.keys()) session.close()
			if (!server.listening) return
			server.close()
			await once(server, 'close')
		},
	}
}
