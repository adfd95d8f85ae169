import { benchRoom, type RoomRow } from './room/index.ts'
import { findLivekit } from './room/livekit.ts'

export const name = 'Room: server CPU per participant'

/** Synthetic participants without a browser, each sending video and audio; the reference is a bare UDP relay. */
export async function run() {
	const livekit = findLivekit()
	if (!livekit) console.error('LiveKit is not measured: no livekit-server on the PATH or in LIVEKIT_SERVER')
	const rows = await benchRoom([2, 3, 5, 8])
	return [
		{
			title: 'Media child process, one core is 100 %',
			rows: rows.map(row => ({
				participants: row.participants,
				'packets/s in + out': `${row.packetsInPerSecond.toFixed(0)} + ${row.packetsOutPerSecond.toFixed(0)}`,
				delivered: percent(row.delivered * 100),
				CPU: percent(row.cpuPercent),
				'per participant': `${(row.cpuPercent / row.participants).toFixed(2)} %`,
				'memory, MiB': row.residentMib.toFixed(0),
				'plain UDP relay': percent(row.referencePercent),
				'to the relay': (row.cpuPercent / row.referencePercent).toFixed(2),
				...livekitColumns(row),
			})),
			notes: [
				`Goal: 1.1 of LiveKit at 3, 5 and 8 participants. ${livekit ? `${livekit.version}, with the same packets; its server has one process, which also does the signalling.` : 'LiveKit is not installed.'}`,
			],
		},
	]
}

const percent = (value: number) => `${value.toFixed(1)} %`

const livekitColumns = ({ cpuPercent, livekit }: RoomRow) => ({
	LiveKit: livekit ? percent(livekit.cpuPercent) : '–',
	'LiveKit delivered': livekit ? percent(livekit.delivered * 100) : '–',
	'LiveKit memory, MiB': livekit?.residentMib.toFixed(0) ?? '–',
	'to LiveKit': livekit ? (cpuPercent / livekit.cpuPercent).toFixed(2) : '–',
})
