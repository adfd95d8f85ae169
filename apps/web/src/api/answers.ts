/** What an address that is no call answers, such as that of a stream (LIVE-26); nothing where it cannot be asked. */
export async function answeredStatus(address: string): Promise<number | undefined> {
	try {
		const response = await fetch(address, { cache: 'no-store', credentials: 'omit' })
		return response.status
	} catch {
		return undefined
	}
}

/** Whether somebody answers at an address in time, whatever they say, unless the server itself is at fault. */
export async function isReachable(address: string, withinMs: number): Promise<boolean> {
	const patience = new AbortController()
	const timer = setTimeout(() => patience.abort(), withinMs)
	try {
		const response = await fetch(address, { cache: 'no-store', credentials: 'omit', signal: patience.signal })
		return response.status < 500
	} catch {
		return false
	} finally {
		clearTimeout(timer)
	}
}
