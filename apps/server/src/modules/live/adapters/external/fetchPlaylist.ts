const answerWithinMs = 5_000
const maxCharacters = 1_000_000

/** Fetches a playlist from an origin; undefined if it does not answer in time. */
export async function fetchPlaylist(url: string): Promise<{ status: number; text: string } | undefined> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs), redirect: 'error' })
		return { status: answer.status, text: (await answer.text()).slice(0, maxCharacters) }
	} catch {
		return undefined
	}
}
