/** Whether an address that is no call answers 200, such as that of a stream (LIVE-26); a failure is no answer. */
export async function answers(address: string): Promise<boolean> {
	try {
		const response = await fetch(address, { cache: 'no-store', credentials: 'omit' })
		return response.status === 200
	} catch {
		return false
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
