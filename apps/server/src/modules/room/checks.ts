import type { Check, CheckContext, CheckResult } from '../../platform/check.ts'
import type { Config } from '../../platform/config.ts'
import { isPrivateAddress } from '../../platform/hostNames.ts'
import { tryMediaPorts } from '../../platform/mediaPorts.ts'
import { lanAddresses } from '../../platform/tls.ts'
import { checkLivekit } from './adapters/livekit/checkLivekit.ts'

/** Many offices and mobile networks block UDP, so media needs a relay. */
export function checkTurn({ media, isReachable }: Pick<Config, 'media' | 'isReachable'>): CheckResult {
	const servers = media.iceServers.map(({ urls, username, credential }) => ({
		urls: [urls].flat().filter(url => /^turns?:/.test(url)),
		isAdmitted: Boolean(username && credential),
	}))
	const turn = [...servers.flatMap(({ urls }) => urls), ...(media.turn?.urls ?? [])]
	if (turn.length === 0) {
		const found = 'none: participants in networks without UDP have no audio or video'
		return isReachable
			? { found, remedy: 'Set TURN_URL and TURN_SECRET to those of a TURN server, such as coturn' }
			: { found }
	}
	const withoutLogin = servers.filter(({ isAdmitted }) => !isAdmitted).flatMap(({ urls }) => urls)
	if (withoutLogin.length > 0) {
		return {
			found: `${withoutLogin.join(', ')} without username and credential, which no TURN server accepts`,
			remedy: 'Set both in MEDIA_ICE_SERVERS',
		}
	}
	return { found: turn.join(', ') }
}

/** Checks the address that browsers send audio and video to. */
export function checkAnnouncedAddress(
	{ media: { announcedIp }, publicUrl, isReachable }: Pick<Config, 'media' | 'publicUrl' | 'isReachable'>,
	addresses: readonly string[] = lanAddresses(),
): CheckResult {
	const announced = announcedIp === undefined ? addresses : [announcedIp]
	const found = announced.length === 0 ? 'none: this machine has no network address' : announced.join(', ')
	const isHidden = announced.every(isPrivateAddress)
	const isForOthers = isReachable && publicUrl !== undefined && !isPrivateAddress(new URL(publicUrl).hostname)
	if (isHidden && isForOthers)
		return {
			found: `${found}, which is not reachable from other networks`,
			remedy: 'Set MEDIA_ANNOUNCED_IP to the public address of this machine',
		}
	return { found: isHidden && announcedIp !== undefined ? `${found}, which is reachable in this network only` : found }
}

const checkCandidates = ({ privateCandidates }: Config['media']): CheckResult =>
	privateCandidates
		? {
				found: 'the server sends packets to private addresses named by guests',
				remedy: 'Unset MEDIA_PRIVATE_CANDIDATES unless meetings need it and that network has no other machines',
			}
		: { found: 'no packets are sent to private addresses named by browsers' }

async function checkMediaPorts({ config: { media }, isRunning }: CheckContext): Promise<CheckResult> {
	const { portRange, udpMux, maxParticipantsHere } = media
	const { from, to } = portRange
	const range = udpMux ? `UDP ${from}` : `UDP ${from}-${to}`
	if (!udpMux && to - from + 1 < maxParticipantsHere) {
		return {
			found: `${range} is not a range of at least ${maxParticipantsHere} ports`,
			remedy: 'Set MEDIA_PORTS, such as 40000-49999',
		}
	}
	// Running meetings use some, and the server uses the shared one.
	const { free } = await tryMediaPorts(media)
	if (free > 0 || (await isRunning())) return { found: `${range}; open them in the firewall` }
	return { found: `${range} is not available`, remedy: 'Set MEDIA_PORTS to free, permitted ports' }
}

/** A check of the engine of this server, which has no media while a LiveKit server has those of all rooms. */
const ofEmbeddedEngine = (about: string, run: Check['run']): Check => ({
	about,
	run(context) {
		const { livekit } = context.config.media
		return livekit && livekit.above === undefined ? { found: 'not used: LiveKit has the media' } : run(context)
	},
})

export const roomChecks: readonly Check[] = [
	{ about: 'livekit', run: ({ config }) => checkLivekit(config) },
	ofEmbeddedEngine('media ports', checkMediaPorts),
	ofEmbeddedEngine('media address', ({ config }) => checkAnnouncedAddress(config)),
	ofEmbeddedEngine('turn', ({ config }) => checkTurn(config)),
	ofEmbeddedEngine('candidates', ({ config }) => checkCandidates(config.media)),
]
