import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'

/** The longest line that version 1 of the PROXY protocol has. */
const maxLineBytes = 107
const firstByte = 'P'.charCodeAt(0)
const linePattern = /^PROXY TCP[46] (\S+) \S+ \d+ \d+\r\n/

/**
 * Reads the line with which a TCP proxy names its client (`send-proxy` of HAProxy, `proxy_protocol` of nginx), and takes it from
 * the connection; what comes after it stays there. Call only for connections from trusted proxies, before anything is read.
 * @returns the address of the client, or that of the connection where it does not begin with the line; undefined if the connection
 * sends nothing in time, or something else that begins like the line
 */
export async function readProxyLine(socket: Socket, withinMs: number): Promise<string | undefined> {
	const own = socket.remoteAddress
	try {
		await once(socket, 'readable', { signal: AbortSignal.timeout(withinMs) })
	} catch {
		return undefined
	}
	// The protocol has the sender write the line at once, so that it is never in two parts.
	const begun = socket.read() as Buffer | null
	if (begun === null) return undefined
	if (begun[0] !== firstByte) {
		socket.unshift(begun)
		return own
	}
	const [line = '', address = ''] = linePattern.exec(begun.toString('latin1', 0, maxLineBytes)) ?? []
	if (isIP(address) === 0) return undefined
	const rest = begun.subarray(line.length)
	if (rest.length > 0) socket.unshift(rest)
	return address
}
