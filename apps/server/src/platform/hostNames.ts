import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns whether a host name or address, without port, refers to the machine of whoever opens it. */
export function isLoopback(host: string): boolean {
	const name = host.toLowerCase().replace(/^\[|\]$/g, '')
	if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true
	return isIPv4(name) && name.startsWith('127.')
}

const privateRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** Returns whether a host is an address of a private network, such as that of a phone nearby; names are not. */
export function isPrivateAddress(host: string): boolean {
	const address = host.replace(/^\[|\]$/g, '')
	return ipaddr.isValid(address) && privateRanges.includes(ipaddr.process(address).range())
}
