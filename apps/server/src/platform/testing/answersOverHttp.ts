/** Returns whether a server answers at an address, with success. */
export async function answersOverHttp(url: string): Promise<boolean> {
	try {
		return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok
	} catch {
		return false
	}
}
