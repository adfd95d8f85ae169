import { type EngineRun, runEngine } from './engineRun.ts'
import { runReference } from './referenceRun.ts'

export interface RoomRow extends EngineRun {
	/** The same packets through a plain UDP relay, measured just before. */
	referencePercent: number
}

/** Server CPU of a room at these sizes. */
export async function benchRoom(sizes = [2, 5], seconds = 10): Promise<RoomRow[]> {
	const rows: RoomRow[] = []
	for (const participants of sizes) {
		const referencePercent = await runReference(participants, seconds)
		rows.push({ ...(await runEngine(participants, seconds)), referencePercent })
	}
	return rows
}

/** The rows as a table for `bench/README.md`. */
export function roomTable(rows: readonly RoomRow[]): string {
	const lines = rows.map(row =>
		[
			row.participants,
			`${row.packetsInPerSecond.toFixed(0)} + ${row.packetsOutPerSecond.toFixed(0)}`,
			`${(row.delivered * 100).toFixed(1)} %`,
			`${row.cpuPercent.toFixed(1)} %`,
			`${(row.cpuPercent / row.participants).toFixed(2)} %`,
			`${row.referencePercent.toFixed(1)} %`,
			(row.cpuPercent / row.referencePercent).toFixed(2),
			row.residentMib.toFixed(0),
		].join(' | '),
	)
	return [
		'| participants | packets/s in + out | delivered | media child CPU | per participant | plain UDP relay | ratio | MiB |',
		'|---|---|---|---|---|---|---|---|',
		...lines.map(line => `| ${line} |`),
	].join('\n')
}

if (import.meta.main) {
	console.log(roomTable(await benchRoom()))
	// The native library keeps threads of closed connections for a while.
	process.exit(0)
}
