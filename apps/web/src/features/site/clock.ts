import { site as calls } from '@parley/api'
import { parseWireTime, zoneFromHours } from '@parley/core'
import type { CallApi } from '../../api/index.ts'

/**
 * Milliseconds the server's clock is ahead; the answer is taken to have been written halfway through the request.
 * @param zoneHours the zone of the site, hours from UTC
 */
export async function fetchClockOffsetMs(
	callApi: CallApi,
	now: () => number,
	zoneHours: number,
): Promise<number | undefined> {
	const askedAt = now()
	const answer = await callApi(calls.serverTime, {}, { quiet: true, handles401: true })
	const answeredAt = now()
	const serverTime = answer.ok ? parseWireTime(answer.value, zoneFromHours(zoneHours)) : undefined
	return serverTime === undefined ? undefined : serverTime - (askedAt + answeredAt) / 2
}
