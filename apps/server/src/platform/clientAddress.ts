import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** How many proxies a request passes, or their addresses and networks. */
export type TrustedProxies = number | string[]

/** Whether the machine at `address` is believed about a request; `hop` is 0 for the one that is connected to us. */
export type IsTrustedProxy = (address: string | undefined, hop: number) => boolean

const maxHops = 9
/** Where the nearest proxy is when proxies are only counted: on this machine or in a private network. */
const nearby = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal', '100.64.0.0/10'])

/**
 * Reads `PARLEY_TRUST_PROXY`: the number of proxies, or their addresses and networks with commas between. Undefined where
 * it is neither; `true` is refused too, as a client behind a proxy that appends could then choose its own address.
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
	// A stranger who connects directly can name as many proxies as are counted, so that the nearest one must be none.
	return (address, hop) => address !== undefined && hop < proxies && (hop > 0 || nearby(address, hop))
}

/**
 * The address a request counts for, everywhere: the nearest one that is no trusted proxy. IPv4 in full, also where it comes
 * mapped into IPv6; IPv6 as its /64, the least that one subscriber has. Empty where the connection is already closed.
 */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrustedProxy): string {
	if (request.headers['x-forwarded-for'] === undefined) return countedAddress(request.socket.remoteAddress) ?? ''
	// A proxy may call its client `unknown`; then the proxy is the client.
	for (const address of proxyAddr.all(request, isTrusted).reverse()) {
		const counted = countedAddress(address)
		if (counted !== undefined) return counted
	}
	return ''
}

/** The host name that was asked for, with its port: that which a trusted proxy names, else that of the request. */
export function requestedHost({ headers, socket }: IncomingMessage, isTrusted: IsTrustedProxy): string {
	const named = isTrusted(socket.remoteAddress, 0) ? lastOf(headers['x-forwarded-host']) : undefined
	// HTTP/2 has a field of its own for it.
	return named || headers.host || [headers[':authority']].flat()[0] || ''
}

function requestedScheme({ headers, socket }: IncomingMessage, isTrusted: IsTrustedProxy): 'https' | 'http' {
	const forwarded = isTrusted(socket.remoteAddress, 0) ? lastOf(headers['x-forwarded-proto']) : undefined
	const scheme = forwarded || ('encrypted' in socket && socket.encrypted === true ? 'https' : 'http')
	return scheme === 'https' ? 'https' : 'http'
}

/** Scheme, host and port as a client wrote them, as far as trusted proxies tell: `https://meet.example.org:8443`. */
export const requestedOrigin = (request: IncomingMessage, isTrusted: IsTrustedProxy): string =>
	`${requestedScheme(request, isTrusted)}://${requestedHost(request, isTrusted)}`

/**
 * What links to this server begin with where its address is not set: scheme and host name that were asked for. A client
 * writes any port into its request, and most proxies pass it on, so that the only port in it is that of this server.
 * @param port where people reach the server; without it the one the request came in on
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

/** An address as limits count it; undefined where the text is none. Some proxies put a port behind it. */
export function countedAddress(text: string | undefined): string | undefined {
	// What nearly all addresses are, without taking them apart: a socket of both families maps IPv4 into IPv6.
	const plain = text?.startsWith(mapped) ? text.slice(mapped.length) : text
	if (plain !== undefined && isIPv4(plain)) return plain
	const [, bracketed, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text ?? '') ?? []
	const address = bracketed ?? ipv4 ?? text ?? ''
	if (!ipaddr.isValid(address)) return undefined
	const parsed = ipaddr.process(address)
	if (parsed instanceof ipaddr.IPv4) return parsed.toString()
	return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}
