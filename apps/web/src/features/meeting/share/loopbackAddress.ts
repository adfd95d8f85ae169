/** Only the machine itself opens it: a phone that scans it finds nothing. */
export function isLoopbackAddress(url: string): boolean {
	const host = URL.canParse(url) ? new URL(url).hostname : ''
	return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]'
}
