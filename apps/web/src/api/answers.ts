/**
 * Returns the response status of an address that is not a call, such as a stream (LIVE-26); undefined if unreachable.
 * @param waitS how long this server may wait for the stream; other servers are not sent it, as CORS would require consent
 */
export async function answeredStatus(address: string, waitS = 0): Promise<number | undefined> {
	const isHere = address.startsWith('/') && !address.startsWith('//')
	const headers: Record<string, string> = isHere && waitS > 0 ? { prefer: `wait=${waitS}` } : {}
	try {
		const response = await fetch(address, { cache: 'no-store', credentials: 'omit', headers })
		return response.status
	} catch {
		return undefined
	}
}

/** Returns whether an address responds in time with any status, unless the server itself is at fault. */
export async function isReachable(address: string, withinMs: number): Promise<boolean> {
	const patience = new AbortController()
	const timer = setTimeout(() => patience.abort(), withinMs)
	try {
		// With the cookies of this server, which open its playlists.
		const response = await fetch(address, { cache: 'no-store', credentials: 'same-origin', signal: patience.signal })
		return response.status < 500
	} catch {
		return false
	} finally {
		clearTimeout(timer)
	}
}

/** The text at an address, such as that of a playlist; nothing where it is not there or cannot be asked. */
export async function answeredText(address: string): Promise<string | undefined> {
	try {
		// With the cookies of this server, which open its playlists.
		const response = await fetch(address, { credentials: 'same-origin' })
		return response.ok ? await response.text() : undefined
	} catch {
		return undefined
	}
}
