import { isIPv4 } from 'node:net'

/** Whether a host name or address, without port, means this machine to whoever opens it. */
export function isLoopback(host: string): boolean {
	const name = host.toLowerCase().replace(/^\[|\]$/g, '')
	if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true
	return isIPv4(name) && name.startsWith('127.')
}
