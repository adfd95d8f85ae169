import type { Instant, MeetingId } from '@parley/core'
import type { MeetingPort, RoomMeeting } from '../../../apps/server/src/modules/room/index.ts'
import type { DatabaseLine } from '../../../apps/server/src/platform/testing/distantDatabase.ts'

/** The only meeting of a run, as its row is stored. */
export interface MeetingRow extends RoomMeeting {
	isInProgress: boolean
	isSeries: boolean
	overdueAt: Instant | null
}

export interface MeetingTable {
	readonly id: MeetingId
	row: MeetingRow
	/** Times at which an occurrence ended. */
	ends: Instant[]
}

/** Meetings as a node sees them over its line to the database. @param publishEnd tells the other modules of the node */
export function createMeetingPort(
	table: MeetingTable,
	line: DatabaseLine,
	now: () => Instant,
	publishEnd: () => void,
): MeetingPort {
	async function execute<T>(act: (row: MeetingRow) => T): Promise<T> {
		await line.toDatabase('statement')
		const result = act(table.row)
		await line.toProcess()
		return result
	}
	const port: MeetingPort = {
		find: () => execute(row => ({ ...row })),
		markStarted: (_, at) =>
			execute(row => {
				if (!row.isInProgress && !row.over) Object.assign(row, { isInProgress: true, startedAt: at })
			}),
		async markEnded() {
			const { isInProgress } = await execute(row => ({ ...row }))
			if (!isInProgress) return
			await execute(row => {
				if (row.isInProgress) table.ends.push(now())
				row.isInProgress = false
				row.locked = false
				if (row.isSeries) row.startedAt = null
				else row.over = true
			})
		},
		async end(meetingId, at) {
			await port.markEnded(meetingId, at)
			publishEnd()
		},
		setLocked: (_, locked) => execute(row => void Object.assign(row, { locked })),
		setWaitingRoom: (_, isOn) => execute(row => void Object.assign(row, { hasWaitingRoom: isOn })),
		findOverdue: at =>
			execute(row => (row.isInProgress && row.overdueAt !== null && row.overdueAt <= at ? [table.id] : [])),
	}
	return port
}
