import { type EngineRun, runEngine } from './engineRun.ts'
import { findLivekit } from './livekit.ts'
import { runLivekit } from './livekitRun.ts'
import { runReference } from './referenceRun.ts'

export interface RoomRow extends EngineRun {
	/** The same packets through a plain UDP relay, measured just before. */
	referencePercent: number
	/** The same packets through LiveKit's server, measured just after; undefined where it is not installed. */
	livekit: EngineRun | undefined
}

/** Server CPU of a room at these sizes. */
export async function benchRoom(sizes: readonly number[], seconds = 10): Promise<RoomRow[]> {
	const livekit = findLivekit()
	const rows: RoomRow[] = []
	for (const participants of sizes) {
		const referencePercent = await runReference(participants, seconds)
		const engine = await runEngine(participants, seconds)
		const peer = livekit && (await runLivekit(livekit.program, participants, seconds))
		rows.push({ ...engine, referencePercent, livekit: peer })
	}
	return rows
}
