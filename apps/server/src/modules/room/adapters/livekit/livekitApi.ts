import { EgressClient, RoomServiceClient } from 'livekit-server-sdk'
import type { LivekitSettings } from '../../../../platform/config.ts'

type ApiAccess = Pick<LivekitSettings, 'apiUrl' | 'key' | 'secret'>

/** `failover` is for the regions of LiveKit Cloud, which it would look up first. */
const optionsOf = (timeoutMs: number) => ({ requestTimeout: timeoutMs / 1_000, failover: false })

/** Opens the API of rooms; its calls reject after `timeoutMs`. */
export const openRoomApi = ({ apiUrl, key, secret }: ApiAccess, timeoutMs: number): RoomServiceClient =>
	new RoomServiceClient(apiUrl, key, secret, optionsOf(timeoutMs))

/** Opens the API of Egress; its calls reject after `timeoutMs`. */
export const openEgressApi = ({ apiUrl, key, secret }: ApiAccess, timeoutMs: number): EgressClient =>
	new EgressClient(apiUrl, key, secret, optionsOf(timeoutMs))
