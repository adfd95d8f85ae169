import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Server } from 'socket.io'
import type { PassOn } from './passOn.ts'

/** Passes sockets that are for another node on to it. Others are served here. */
export function passUpgradesOn(engine: Server['engine'], passOn: PassOn['upgrade']): void {
	const serve = engine.handleUpgrade.bind(engine)
	async function route(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
		if (!(await passOn(request, socket, head))) serve(request as never, socket, head)
	}
	// The library calls it for every upgrade of its path.
	engine.handleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void route(request, socket, head)
}
