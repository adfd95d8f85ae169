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
