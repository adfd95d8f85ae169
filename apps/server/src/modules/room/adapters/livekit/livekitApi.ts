import {
	EgressClient,
	type ParticipantInfo,
	ParticipantInfo_State,
	RoomServiceClient,
	TwirpError,
} from 'livekit-server-sdk'
import type { LivekitSettings } from '../../../../platform/config.ts'

type ApiAccess = Pick<LivekitSettings, 'apiUrl' | 'key' | 'secret'>

/** `failover` is for the regions of LiveKit Cloud, which it would look up first. */
const optionsOf = (timeoutMs: number) => ({ requestTimeout: timeoutMs / 1_000, failover: false })

/** Opens the API of rooms; its calls reject after `timeoutMs`. */
export const openRoomApi = ({ apiUrl, key, secret }: ApiAccess, timeoutMs: number): RoomServiceClient =>
	hidingTokens(new RoomServiceClient(apiUrl, key, secret, optionsOf(timeoutMs)))

/** Opens the API of Egress; its calls reject after `timeoutMs`. */
export const openEgressApi = ({ apiUrl, key, secret }: ApiAccess, timeoutMs: number): EgressClient =>
	hidingTokens(new EgressClient(apiUrl, key, secret, optionsOf(timeoutMs)))

/** `ParticipantInfo_Kind.EGRESS`, which livekit-server-sdk does not export. */
const egressKind: ParticipantInfo['kind'] = 2

/** Returns who is connected to a room, without Egress, which has no place in it; no token of a page has its kind. */
export const listPeople = async (rooms: RoomServiceClient, name: string): Promise<ParticipantInfo[]> =>
	(await rooms.listParticipants(name)).filter(
		({ state, kind }) => state !== ParticipantInfo_State.DISCONNECTED && kind !== egressKind,
	)

/** LiveKit repeats a token that it refuses in its answer, and errors of calls are logged (ROOM-258). */
function hidingTokens<T extends object>(client: T): T {
	return new Proxy(client, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name)
			if (typeof member !== 'function') return member
			return async (...given: unknown[]) => {
				try {
					return await member.apply(target, given)
				} catch (error) {
					if (error instanceof TwirpError) {
						error.message = withoutTokens(error.message)
						error.stack = withoutTokens(error.stack ?? '')
					}
					throw error
				}
			}
		},
	})
}

const withoutTokens = (text: string) => text.replace(/\beyJ[\w-]+(\.[\w-]*)*/g, '[token]')

/** Returns whether LiveKit answers, and does not accept the key or the secret. */
export const refusesKey = (error: unknown): boolean => error instanceof TwirpError && error.status === 401

/** Returns the reason of a failed call; that of a connection is in its cause. */
export function describeFailure(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.cause instanceof Error ? error.cause.message : error.message
}

/** Returns the fields of a log line about a failed call: without the error itself, whose stack and properties explain nothing. */
export const failureFields = (error: unknown): { reason: string; status?: number } => ({
	reason: describeFailure(error),
	...(error instanceof TwirpError && { status: error.status }),
})
