import type { Chance, Scheduler } from '../scheduler.ts'
import type { MeetingTable } from './meetingTable.ts'
import type { Page } from './page.ts'
import type { Plan } from './plan.ts'
import type { RoomNode } from './roomNode.ts'
import type { SocketLine } from './socketLine.ts'
import type { DatabaseServer, Trouble } from './world.ts'

/** A person, with every page they have opened, in order. */
export interface Person {
	pages: Page[]
	/** The last token that a page of theirs had. */
	token: string | undefined
	/** The host has removed them, and was told so. */
	isRemoved: boolean
}

/** Everything of a run. */
export interface Stage {
	plan: Plan
	scheduler: Scheduler
	chance: Chance
	trouble: Trouble
	database: DatabaseServer
	table: MeetingTable
	nodes: RoomNode[]
	people: Person[]
	lines: Set<SocketLine>
	problems: string[]
	/** Ids of the processes that another one has removed. */
	removedIds: Set<string>
	/** When the last fault was over. */
	calmSince: number
	/** Faults that are going on. */
	faults: number
}
