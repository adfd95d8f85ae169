import type { IncomingMessage, Server } from 'node:http'

/**
 * Ends upgrade requests that no gateway handles: Node leaves that to listeners, and each gateway only sees requests
 * that are not its own.
 */
export function endUnknownUpgrades(server: Server, isKnown: (request: IncomingMessage) => boolean): void {
	server.on('upgrade', (request, socket) => {
		if (isKnown(request)) return
		socket.on('error', () => socket.destroy())
		socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
	})
}

/** Returns whether a request is for a socket at one of these paths, as gateways compare them. */
export const isAtPath =
	(paths: readonly string[]) =>
	({ url = '' }: IncomingMessage): boolean =>
		paths.some(path => url.startsWith(`${path}/`))
