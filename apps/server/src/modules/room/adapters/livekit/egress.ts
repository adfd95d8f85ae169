import { ok, refused } from '@parley/core'
import {
	type EgressInfo,
	EgressStatus,
	EncodingOptionsPreset,
	StreamOutput,
	StreamProtocol,
	TwirpError,
} from 'livekit-server-sdk'
import type { LivekitSettings } from '../../../../platform/config.ts'
import type { Log } from '../../../../platform/log.ts'
import type { RoomBroadcaster } from '../../roomBroadcaster.ts'
import { isRoomOf } from './engineRoom.ts'
import { failureFields, listPeople, openEgressApi, openRoomApi } from './livekitApi.ts'

/** A browser has to start for each broadcast. */
const startTimeoutMs = 20_000
const callTimeoutMs = 3_000
const runningStatuses = [EgressStatus.EGRESS_STARTING, EgressStatus.EGRESS_ACTIVE]
const isRunning = ({ status }: EgressInfo) => runningStatuses.includes(status)

/** Broadcasts rooms of LiveKit with its Egress: the one who speaks, or the shared screen, with everyone's sound (ROOM-255). */
export function createEgressBroadcaster(
	settings: LivekitSettings,
	serverUrl: string,
	log: Pick<Log, 'warn'>,
): RoomBroadcaster {
	const rooms = openRoomApi(settings, callTimeoutMs)
	const egress = openEgressApi(settings, startTimeoutMs)

	/** Rooms of former openings may be listed for a while; the number of people in the list is some seconds old. */
	async function findName(roomId: string): Promise<string | undefined> {
		const listed = (await rooms.listRooms()).filter(({ name }) => isRoomOf(name, roomId))
		for (const { name } of listed.toSorted((a, b) => Number(b.creationTimeMs - a.creationTimeMs)))
			if ((await listPeople(rooms, name)).length > 0) return name
		return undefined
	}

	async function stop(egressId: string): Promise<void> {
		try {
			await egress.stopEgress(egressId)
		} catch (error) {
			log.warn({ ...failureFields(error), egressId }, 'LiveKit Egress could not stop a broadcast')
			// One that has ended is refused.
			if (!(error instanceof TwirpError) || error.status >= 500) throw error
		}
	}

	return {
		serverUrl,
		hasRoom: async roomId => (await findName(roomId)) !== undefined,
		async start(roomId, url) {
			try {
				const name = await findName(roomId)
				if (name === undefined) return refused('roomEmpty')
				const output = new StreamOutput({ protocol: StreamProtocol.RTMP, urls: [url] })
				const options = { layout: 'speaker', encodingOptions: EncodingOptionsPreset.H264_720P_30 }
				return ok((await egress.startRoomCompositeEgress(name, output, options)).egressId)
			} catch (error) {
				log.warn({ ...failureFields(error), roomId }, 'LiveKit Egress could not start the broadcast of a meeting')
				return refused('unavailable')
			}
		},
		async listRunning(roomId) {
			const listed = await egress.listEgress({ active: true })
			const ofRoom = listed.filter(info => isRunning(info) && isRoomOf(info.roomName, roomId))
			return ofRoom.toSorted((a, b) => Number(b.startedAt - a.startedAt)).map(({ egressId }) => egressId)
		},
		async isRunning(egressId, roomId) {
			const [info] = await egress.listEgress({ egressId })
			if (info === undefined || !isRunning(info)) return false
			// After a restart pages move to another room of LiveKit (ROOM-249).
			const name = await findName(roomId)
			if (name === undefined || name === info.roomName) return true
			await stop(egressId).catch(() => {})
			return false
		},
		stop,
	}
}
