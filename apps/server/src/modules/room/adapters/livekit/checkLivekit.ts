import { AccessToken, TwirpError } from 'livekit-server-sdk'
import type { CheckResult } from '../../../../platform/check.ts'
import type { Config, LivekitSettings } from '../../../../platform/config.ts'
import { describeFailure, openEgressApi, openRoomApi } from './livekitApi.ts'

const timeoutMs = 5_000

/** Checks that LiveKit answers, accepts the key, opens no rooms by itself, and can be reached from secure pages. */
export async function checkLivekit({
	media,
	publicUrl,
	tls,
}: Pick<Config, 'media' | 'publicUrl' | 'tls'>): Promise<CheckResult> {
	const { livekit } = media
	if (!livekit) return { found: 'none: this server has the media of meetings' }
	const { url, apiUrl, egressUrl, above } = livekit
	const isPageSecure = tls !== undefined || publicUrl?.startsWith('https:')
	if (isPageSecure && url.startsWith('ws:'))
		return {
			found: `${url}, to which browsers do not connect from a page with HTTPS`,
			remedy: 'Put a proxy with TLS in front of LiveKit and set PARLEY_LIVEKIT_URL to its wss:// address',
		}
	const api = openRoomApi(livekit, timeoutMs)
	try {
		await api.listRooms(['parley'])
	} catch (error) {
		if (error instanceof TwirpError && error.status === 401)
			return {
				found: `${apiUrl} refuses the key`,
				remedy: 'Set PARLEY_LIVEKIT_KEY and PARLEY_LIVEKIT_SECRET to a pair of `keys` in the configuration of LiveKit',
			}
		return {
			found: `${apiUrl} does not answer: ${describeFailure(error)}`,
			remedy: 'Start LiveKit, or set PARLEY_LIVEKIT_API_URL to the address at which this server reaches it',
		}
	}
	if (await opensRooms(livekit))
		return {
			found: `${apiUrl} opens a room for anyone with a token, also for people who were removed`,
			remedy: 'Set `room: auto_create: false` in the configuration of LiveKit',
		}
	const meetings = above === undefined ? '' : `, for meetings of more than ${above} people`
	const found = `${url}, API at ${apiUrl}${meetings}`
	if (egressUrl === undefined) return { found }
	const problem = await whyNoEgress(livekit)
	if (problem === undefined) return { found: `${found}, Egress to ${egressUrl}` }
	return {
		found: `${apiUrl} knows no Egress: ${problem}`,
		remedy: 'Start LiveKit Egress with the Redis of LiveKit, or unset PARLEY_LIVEKIT_EGRESS',
	}
}

/** Returns why LiveKit cannot use an Egress; it does not say whether one is running. */
async function whyNoEgress(livekit: LivekitSettings): Promise<string | undefined> {
	const egress = openEgressApi(livekit, timeoutMs)
	return await egress.listEgress({ egressId: 'parley-doctor' }).then(() => undefined, describeFailure)
}

/** LiveKit says whether a token would be let into a room, without letting it in; this room does not exist. */
async function opensRooms({ apiUrl, key, secret }: LivekitSettings): Promise<boolean> {
	const token = new AccessToken(key, secret, { identity: 'doctor', ttl: 10 })
	token.addGrant({ roomJoin: true, room: 'parley-doctor' })
	const answer = await fetch(new URL(`/rtc/validate?access_token=${await token.toJwt()}`, apiUrl), {
		signal: AbortSignal.timeout(timeoutMs),
	})
	return answer.ok
}
