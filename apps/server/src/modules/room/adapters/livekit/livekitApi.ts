import { EgressClient, type ParticipantInfo, ParticipantInfo_State, RoomServiceClient } from 'livekit-server-sdk'
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

/** `ParticipantInfo_Kind.EGRESS`, which livekit-server-sdk does not export. */
const egressKind: ParticipantInfo['kind'] = 2

/** Returns who is connected to a room, without Egress, which has no place in it; no token of a page has its kind. */
export const listPeople = async (rooms: RoomServiceClient, name: string): Promise<ParticipantInfo[]> =>
	(await rooms.listParticipants(name)).filter(
		({ state, kind }) => state !== ParticipantInfo_State.DISCONNECTED && kind !== egressKind,
	)
