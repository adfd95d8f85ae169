/** Whether an address that is no call answers 200, such as that of a stream (LIVE-26); a failure is no answer. */
export async function answers(address: string): Promise<boolean> {
	try {
		const response = await fetch(address, { cache: 'no-store', credentials: 'omit' })
		return response.status === 200
	} catch {
		return false
	}
}
