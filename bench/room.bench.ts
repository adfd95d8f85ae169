import { benchRoom } from './room/index.ts'

export const name = 'Room: server CPU per participant'

/** Synthetic participants without a browser, each sending video and audio; the reference is a bare UDP relay. */
export async function run() {
	const rows = await benchRoom([2, 5])
	return [
		{
			title: 'Media child process, one core is 100 %',
			rows: rows.map(row => ({
				participants: row.participants,
				'packets/s in + out': `${row.packetsInPerSecond.toFixed(0)} + ${row.packetsOutPerSecond.toFixed(0)}`,
				delivered: `${(row.delivered * 100).toFixed(1)} %`,
				CPU: `${row.cpuPercent.toFixed(1)} %`,
				'per participant': `${(row.cpuPercent / row.participants).toFixed(2)} %`,
				'plain UDP relay': `${row.referencePercent.toFixed(1)} %`,
				ratio: (row.cpuPercent / row.referencePercent).toFixed(2),
			})),
		},
	]
}
