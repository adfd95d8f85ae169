import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Number of proxies a request passes, or their addresses and networks. */
export type TrustedProxies = number | string[]

/** Returns whether the machine at `address` is trusted with a request; `hop` is 0 for the directly connected one. */
export type IsTrustedProxy = (address: string | undefined, hop: number) => boolean

const maxHops = 9
/** Location of the nearest proxy when proxies are only counted: this machine or a private network. */
const nearby = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal', '100.64.0.0/10'])

/**
 * Reads `PARLEY_TRUST_PROXY`: the number of proxies, or their addresses and networks separated by commas. Undefined if
 * it is neither; `true` is refused too, because a client behind a proxy that appends could then choose its own address.
 */
export function parseTrustedProxies(setting: string): TrustedProxies | undefined {
	if (/^\d+$/.test(setting)) return Number(setting) <= maxHops ? Number(setting) : undefined
	const addresses = setting.split(',').map(address => address.trim())
	try {
		proxyAddr.compile(addresses)
		return addresses
	} catch {
		return undefined
	}
}

export function trustProxies(proxies: TrustedProxies): IsTrustedProxy {
	if (typeof proxies !== 'number') {
		const isListed = proxyAddr.compile(proxies)
		return (address, hop) => address !== undefined && isListed(address, hop)
	}
	// A client that connects directly can name as many proxies as are counted, so the nearest address must not be one.
	return (address, hop) => address !== undefined && hop < proxies && (hop > 0 || nearby(address, hop))
}

/**
 * The address that limits count a request by: the nearest one that is not a trusted proxy. IPv4 in full, even if mapped
 * into IPv6; IPv6 as its /64, the smallest block one subscriber has. Empty if the connection is already closed.
 */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrustedProxy): string {
	if (request.headers['x-forwarded-for'] === undefined) return countedAddress(request.socket.remoteAddress) ?? ''
	// A proxy may call its client `unknown`; then the proxy counts as the client.
	for (const address of proxyAddr.all(request, isTrusted).reverse()) {
		const counted = countedAddress(address)
		if (counted !== undefined) return counted
	}
	return ''
}

/** The requested host name with its port: as named by a trusted proxy, otherwise by the request. */
export function requestedHost({ headers, socket }: IncomingMessage, isTrusted: IsTrustedProxy): string {
	const named = isTrusted(socket.remoteAddress, 0) ? lastOf(headers['x-forwarded-host']) : undefined
	// HTTP/2 has its own field for it.
	return named || headers.host || [headers[':authority']].flat()[0] || ''
}

function requestedScheme({ headers, socket }: IncomingMessage, isTrusted: IsTrustedProxy): 'https' | 'http' {
	const forwarded = isTrusted(socket.remoteAddress, 0) ? lastOf(headers['x-forwarded-proto']) : undefined
	const scheme = forwarded || ('encrypted' in socket && socket.encrypted === true ? 'https' : 'http')
	return scheme === 'https' ? 'https' : 'http'
}

/** Scheme, host and port as a client wrote them, as reported by trusted proxies: `https://meet.example.org:8443`. */
export const requestedOrigin = (request: IncomingMessage, isTrusted: IsTrustedProxy): string =>
	`${requestedScheme(request, isTrusted)}://${requestedHost(request, isTrusted)}`

/**
 * Prefix of links to this server when no public address is set: requested scheme and host name. A client can write any
 * port into its request, and most proxies pass it on, so only this server's own port is used.
 * @param port where people reach the server; defaults to the port of the request
 */
export function linkOrigin(request: IncomingMessage, isTrusted: IsTrustedProxy, port: number | undefined): string {
	const asked = requestedOrigin(request, isTrusted)
	const [name] = asked.split(/:\d+$/)
	const { headers, socket } = request
	const isForwarded = headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined
	const isBehindProxy = isForwarded && isTrusted(socket.remoteAddress, 0)
	if (name === asked || isBehindProxy) return name ?? asked
	const own = port ?? socket.localPort
	return own === undefined ? `${name}` : new URL(`${name}:${own}`).origin
}

const lastOf = (header: string | string[] | undefined): string | undefined =>
	[header].flat().join().split(',').at(-1)?.trim()

const mapped = '::ffff:'

/** Normalises an address for limits; undefined if the text is not an address. Some proxies append a port. */
export function countedAddress(text: string | undefined): string | undefined {
	// The most common form, without parsing: a dual-stack socket maps IPv4 into IPv6.
	const plain = text?.startsWith(mapped) ? text.slice(mapped.length) : text
	if (plain !== undefined && isIPv4(plain)) return plain
	const [, bracketed, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text ?? '') ?? []
	const address = bracketed ?? ipv4 ?? text ?? ''
	if (!ipaddr.isValid(address)) return undefined
	const parsed = ipaddr.process(address)
	if (parsed instanceof ipaddr.IPv4) return parsed.toString()
	return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
