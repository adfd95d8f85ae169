import { site as calls } from '@parley/api'
import { parseWireTime, zoneFromHours } from '@parley/core'
import type { CallApi } from '../../api/index.ts'

/**
 * How far the server's clock is ahead, by its own word: half the way there and back is taken for the way back.
 * @param zoneHours the zone of the site, hours from UTC
 */
export async function fetchClockOffsetMs(
	ask: CallApi,
	now: () => number,
	zoneHours: number,
): Promise<number | undefined> {
	const askedAt = now()
	const answer = await ask(calls.serverTime, {}, { quiet: true, handles401: true })
	const answeredAt = now()
	const serverTime = answer.ok ? parseWireTime(answer.value, zoneFromHours(zoneHours)) : undefined
	return serverTime === undefined ? undefined : serverTime - (askedAt + answeredAt) / 2
}
