import { site as calls } from '@parley/api'
import { parseWireTime } from '@parley/core'
import type { CallApi } from '../../api/index.ts'

/**
 * Milliseconds the server's clock is ahead; the answer is taken to have been written halfway through the request.
 * @param zone the IANA zone of the site
 */
export async function fetchClockOffsetMs(
	callApi: CallApi,
	now: () => number,
	zone: string,
): Promise<number | undefined> {
	const askedAt = now()
	const answer = await callApi(calls.serverTime, {}, { quiet: true, handles401: true })
	const answeredAt = now()
	const serverTime = answer.ok ? parseWireTime(answer.value, zone) : undefined
	return serverTime === undefined ? undefined : serverTime - (askedAt + answeredAt) / 2
}
